import { spawnSync } from 'node:child_process';

/** Whether this machine has the program that holds XML to a schema. */
export const hasXmlLint = spawnSync('xmllint', ['--version']).error === undefined;
