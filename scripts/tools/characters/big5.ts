/** The characters that people in Taiwan have typed and printed since the first computers: 13,060 Han characters among them. */
export function charactersOfBig5(): Set<string> {
  const decoder = new TextDecoder('big5');
  const characters = new Set<string>();
  for (let lead = 0xa4; lead <= 0xf9; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1)
      characters.add(decoder.decode(Uint8Array.of(lead, trail)));
  }
  return characters;
}
