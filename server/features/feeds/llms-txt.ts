/** Content of `/llms.txt`: https://llmstxt.org/ */
export interface SiteOutline {
  name: string;
  description: string;
  sections: { title: string; links: OutlineLink[] }[];
}

export interface OutlineLink {
  title: string;
  url: string;
  about: string;
}

export function writeLlmsTxt({ name, description, sections }: SiteOutline): string {
  const blocks = [
    `# ${oneLine(name)}`,
    ...(description === '' ? [] : [`> ${oneLine(description)}`]),
    ...sections
      .filter(({ links }) => links.length > 0)
      .map(({ title, links }) => [`## ${title}`, '', ...links.map(writeLink)].join('\n')),
  ];
  return `${blocks.join('\n\n')}\n`.toWellFormed();
}

function writeLink({ title, url, about }: OutlineLink): string {
  const label = oneLine(title).replace(/[\\[\]]/g, String.raw`\$&`);
  return `- [${label}](${url})${about === '' ? '' : `: ${oneLine(about)}`}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
