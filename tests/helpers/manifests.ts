import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod';

const manifestSchema = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
});

export interface Manifest {
  file: string;
  apiVersion: string;
  kind: string;
  name: string;
  data: unknown;
}

export function readManifests(): Manifest[] {
  return globSync('deploy/kubernetes/*.yaml')
    .sort()
    .flatMap((file) => parseManifests(file, readFileSync(file, 'utf8')));
}

/** @throws where the YAML cannot be read, or is of nothing that Kubernetes knows by its name. */
export function parseManifests(file: string, text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0] !== undefined) throw new Error(`${file}: ${document.errors[0].message}`);
    const data: unknown = document.toJS();
    const { apiVersion, kind, metadata } = manifestSchema.parse(data);
    return { file, apiVersion, kind, name: metadata.name, data };
  });
}

/** Errors by the schemas that Kubernetes publishes. They accept unknown fields: see `findUnknownFields`. */
export async function findSchemaErrors({ apiVersion, kind, data }: Manifest): Promise<unknown[]> {
  const module: unknown = await import(`kubernetes-models/_schemas/${schemaName(apiVersion, kind)}`);
  const { validate } = z
    .object({ validate: z.custom<Validate>((it) => typeof it === 'function') })
    .parse(module);
  return validate(data) ? [] : (validate.errors ?? []);
}

interface Validate {
  (data: unknown): boolean;
  errors?: unknown[];
}

/** `apps/v1` and `Deployment` are `IoK8sApiAppsV1Deployment`, and what has no group is of the core. */
function schemaName(apiVersion: string, kind: string): string {
  const [version = '', group = 'core'] = apiVersion.split('/').toReversed();
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return `IoK8sApi${capital(group)}${capital(version)}${kind}`;
}

/**
 * Errors of TypeScript for the manifests as values of the types made from the same schemas: it accepts no unknown field
 * in a literal. As lines, empty when all is well.
 */
export function findUnknownFields(manifests: readonly Manifest[]): string[] {
  // Folder from which packages are resolved.
  const file = path.resolve('.cache', `manifests-${process.pid}.ts`);
  const values = manifests.map(({ apiVersion, kind, data }, index) => {
    const type = `import('kubernetes-models/${apiVersion}/${kind}').I${kind}`;
    return `export const value${index}: ${type} = ${JSON.stringify(data, null, 1)};`;
  });
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, values.join('\n'));
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck'];
  const target = ['--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const { stdout } = spawnSync('node_modules/.bin/tsc', [...options, ...target, file], { encoding: 'utf8' });
  rmSync(file);
  return stdout.split('\n').filter((line) => line !== '');
}
