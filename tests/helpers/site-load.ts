import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { startSite } from './built-site.ts';
import type { LoopReport } from './loop-probe.ts';
import type { RunningSite } from './run-site.ts';

export interface SiteLoad<T> extends LoopReport {
  result: T;
  /** Growth of the process to its largest size meanwhile. */
  grownMb: number;
}

export interface LoadedSite extends RunningSite {
  /** Resolves to what this work costs the process. */
  loadOf<T>(work: () => Promise<T>): Promise<SiteLoad<T>>;
}

/** The built site with the sample content, which says what it costs to answer. */
export async function startLoadedSite(env: Record<string, string>): Promise<LoadedSite> {
  const probe = path.join(import.meta.dirname, 'loop-probe.ts');
  const site = await startSite(production, { NODE_OPTIONS: `--import ${probe}`, ...env });

  async function report(): Promise<LoopReport> {
    const reports = () => site.output().match(/(?<=^loop )\{.*\}$/gm) ?? [];
    const before = reports().length;
    process.kill(site.pid, 'SIGUSR2');
    await expect.poll(() => reports().length, { interval: 5 }).toBe(before + 1);
    return JSON.parse(reports().at(-1) ?? '');
  }

  return {
    ...site,
    async loadOf(work) {
      // 5: the largest size is forgotten.
      writeFileSync(`/proc/${site.pid}/clear_refs`, '5');
      const before = sizeOf(site.pid, 'VmRSS');
      await report();
      const result = await work();
      return { ...(await report()), result, grownMb: sizeOf(site.pid, 'VmHWM') - before };
    },
  };
}

function sizeOf(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}
