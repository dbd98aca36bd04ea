/** A PDF of one empty page; `trailer` is added to its trailer. */
export function aPdf({ text = '', trailer = '' }: { text?: string; trailer?: string } = {}): Buffer {
  return Buffer.from(
    `%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n` +
      `3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>> endobj\n${text}\n` +
      `trailer <</Root 1 0 R ${trailer}>>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  );
}
