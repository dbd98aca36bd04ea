let passed = 0;
let failed = 0;

/** Runs a check and prints its result, with the note that it resolves to. */
export async function check(
  title: string,
  run: () => string | void | Promise<string | void>,
): Promise<boolean> {
  const startedAt = performance.now();
  try {
    const note = await run();
    passed += 1;
    console.log(`ok    ${title}${note ? ` (${note})` : ''}${seconds(startedAt)}`);
    return true;
  } catch (error) {
    failed += 1;
    console.log(
      `FAIL  ${title}${seconds(startedAt)}\n${indent(error instanceof Error ? error.message : String(error))}`,
    );
    return false;
  }
}

/** Prints the sum. Returns whether everything passed. */
export function printSummary(): boolean {
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}

/** For a check: throws `message` unless `condition` holds. */
export function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

function seconds(startedAt: number): string {
  const elapsed = (performance.now() - startedAt) / 1000;
  return elapsed >= 1 ? ` ${elapsed.toFixed(1)} s` : '';
}

function indent(text: string): string {
  return text.replace(/^/gm, '      ');
}
