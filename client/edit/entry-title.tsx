/** A longer one would fill a telephone. */
const maxLarge = 60;

/** Heading with the title of an entry, whole and as large as there is room for. */
export function EntryTitle({ text }: { text: string }) {
  return <h1 className={text.length > maxLarge ? 'section-title wrap-anywhere' : 'page-title'}>{text}</h1>;
}
