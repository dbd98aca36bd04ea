declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'sfnt' | 'woff' | 'woff2';
    /** Tags of the OpenType features that stay; without it, all. */
    keepFeatures?: readonly string[];
    preserveNameIds?: readonly number[];
    noHinting?: boolean;
    dropTables?: readonly string[];
  }

  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>;
}
