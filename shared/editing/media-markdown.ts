/** A path as it stands in the Markdown of a picture: a blank or a bracket would end the address. */
export function pictureAddress(path: string): string {
  return path.replace(/[ ()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

interface Media {
  path: string;
  contentType: string;
}

/** Text that shows a file, `words` in place of a picture. Null: texts have none of its kind, such as a PDF. */
export function mediaMarkdown({ path, contentType }: Media, words = ''): string | null {
  const [type] = contentType.split('/');
  if (type === 'image') return `![${words}](${pictureAddress(path)})`;
  return type === 'video' || type === 'audio' ? `<${type} src="${path}"></${type}>` : null;
}
