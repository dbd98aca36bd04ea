export interface Answer {
  status: number;
  /** Without cookies, and without the address that the visitor is sent to. */
  head: string;
  body: string;
  location: string;
}

export interface Visitor {
  get(address: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a form. */
  post(address: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  /** Goes where each answer leads, to the last that leads nowhere. */
  follow(answer: Answer): Promise<Answer>;
  answers: Answer[];
  /** Every value of a cookie that this visitor was ever given. */
  cookies: string[];
}

/** A browser without script, at `origin` and wherever it is sent from there. */
export function aVisitor(origin: string): Visitor {
  const jars = new Map<string, Map<string, string>>();
  const visitor: Visitor = {
    get: (address, headers = {}) => send(address, { headers }),
    post: (address, fields, headers = {}) =>
      send(address, { method: 'POST', headers, body: new URLSearchParams(fields) }),
    async follow(answer) {
      let last = answer;
      while (last.location !== '') last = await visitor.get(last.location);
      return last;
    },
    answers: [],
    cookies: [],
  };

  async function send(address: string, init: RequestInit & { headers: Record<string, string> }) {
    const url = new URL(address, origin);
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Accept: 'text/html', Cookie, ...init.headers };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /Expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
      if (value !== '' && url.origin === origin) visitor.cookies.push(value);
    }
    const head = [...response.headers].filter(([name]) => !['set-cookie', 'location'].includes(name));
    const location = response.headers.get('location');
    const answer = {
      status: response.status,
      head: JSON.stringify(head),
      body: await response.text(),
      location: location === null ? '' : new URL(location, url).href,
    };
    if (url.origin === origin) visitor.answers.push(answer);
    return answer;
  }

  return visitor;
}
