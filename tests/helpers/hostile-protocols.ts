/** Tells the page that holds the frame. What it returns is nothing, so that no document replaces the frame's. */
export const script = 'void parent.postMessage(1,"*")';
export const markup = `<script>${script}</script>`;

export const scripts = [
  ...[`javascript:${script}`, `JaVaScRiPt:${script}`, `JAVASCRIPT:${script}`, `javascript:/**/${script}`],
  ...[
    ' ',
    '   ',
    '\0',
    '\u0001',
    '\u0008',
    '\u000b',
    '\u000c',
    '\u001f',
    '\t',
    '\n',
    '\r\n',
    '\0 \u0001\t',
  ].map((start) => `${start}javascript:${script}`),
  ...[
    'java\tscript:',
    'java\nscript:',
    'java\rscript:',
    'j\ta\nv\ra\tscript:',
    'javascript\t:',
    'javascript\n:',
  ].map((start) => start + script),
  ...[
    'javascript:\t',
    'javascript:\n',
    'javascript: ',
    'javascript://%0a',
    'javascript://evil.example/%0a',
  ].map((start) => start + script),
  ...[
    `javascript:void%20parent.postMessage(1,%22*%22)`,
    `javascript:"<b>";${script}`,
    `javascript:${script}//`,
  ],
  ...[
    `data:text/html,${markup}`,
    `DATA:text/html,${markup}`,
    ` data:text/html,${markup}`,
    `\u0001data:text/html,${markup}`,
    `da\tta:text/html,${markup}`,
  ],
  ...[`data:text/html;base64,${btoa(markup)}`, `data:text/html;charset=utf-8,${markup}`],
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`,
  ...[
    `data:application/xhtml+xml,<script xmlns="http://www.w3.org/1999/xhtml">${script}</script>`,
    'data:,x',
  ],
  ...[
    'vbscript:msgbox(1)',
    'VBScript:msgbox(1)',
    '\u0001vbscript:x',
    'vb\tscript:x',
    'livescript:x',
    'mocha:x',
  ],
  ...['blob:x', 'BLOB:https://evil.example/1', 'blob:null/1', 'filesystem:https://evil.example/temporary/x'],
  ...['about:srcdoc', 'about:blank', 'jar:https://evil.example/x!/', 'feed:javascript:alert(1)'],
];

export const otherProtocols = [
  ...[
    'mailto:lin@evil.example',
    'MAILTO:lin@evil.example',
    'tel:+886212345678',
    'sms:+886212345678',
    'callto:x',
  ],
  ...['ftp://evil.example/x', 'file:///etc/passwd', 'file:c:/x', 'ws://evil.example', 'wss://evil.example'],
  ...[
    'intent://evil.example#Intent;scheme=https;end',
    'view-source:https://evil.example',
    'chrome://settings',
  ],
  ...[
    'localhost:3000/x',
    'x.tw:80/y',
    'c:\\x',
    'a:b',
    'a:',
    'x-y.z+1://evil.example',
    'ms-word:ofe|u|https://x',
  ],
];
