import type { ProbeCommand, ProbeReport } from '../memory-probe.ts';
import type { Program } from '#scripts/tools/servers/programs.ts';
import { within } from '#scripts/tools/requests/within.ts';

/** Queries the probe in a server that was started with memory-probe.ts. */
export function askProbe({ process }: Program, command: ProbeCommand): Promise<ProbeReport> {
  const answer = new Promise<ProbeReport>((resolve) =>
    process.once('message', (report) => resolve(report as ProbeReport)),
  );
  process.send(command);
  return within(5_000, 'the probe', answer);
}
