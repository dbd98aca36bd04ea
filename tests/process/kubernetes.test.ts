import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { readConfig } from '#server/config/config.ts';
import { readConfigNames } from '#scripts/tools/config-names.ts';
import { parseDockerfile, readImageSettings } from '#scripts/tools/dockerfile.ts';
import {
  findSchemaErrors,
  findUnknownFields,
  parseManifests,
  readManifests,
  type Manifest,
} from '../helpers/manifests.ts';

const manifests = readManifests();
const image = readImageSettings(parseDockerfile(readFileSync('Dockerfile', 'utf8')));
const settings = readConfigNames().flatMap((name) => [name, `${name}_FILE`]);

const named = z.object({ name: z.string() });
const containerSchema = named.extend({
  image: z.string(),
  command: z.array(z.string()).optional(),
  ports: z.array(named.extend({ containerPort: z.number() })).default([]),
  env: z.array(named.extend({ value: z.string() })).default([]),
  envFrom: z.array(z.object({ configMapRef: named })).default([]),
  volumeMounts: z.array(named.extend({ mountPath: z.string(), readOnly: z.boolean().default(false) })),
  securityContext: z.unknown(),
  resources: z.object({ requests: z.object({ cpu: z.string(), memory: z.string() }) }),
  startupProbe: z.unknown().optional(),
  readinessProbe: z.unknown().optional(),
  livenessProbe: z.unknown().optional(),
});
const claim = z.object({ claimName: z.string() });
const podSchema = z.object({
  securityContext: z.unknown(),
  automountServiceAccountToken: z.boolean(),
  terminationGracePeriodSeconds: z.number().optional(),
  initContainers: z.array(containerSchema).default([]),
  containers: z.array(containerSchema),
  volumes: z.array(
    named.extend({
      persistentVolumeClaim: claim.optional(),
      secret: z.object({ secretName: z.string() }).optional(),
    }),
  ),
});
const templateSchema = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }),
  spec: podSchema,
});
const selector = z.object({ matchLabels: z.record(z.string(), z.string()) });
const siteSchema = z.object({
  spec: z.object({
    selector,
    template: templateSchema,
    volumeClaimTemplates: z.array(z.object({ metadata: named })).default([]),
  }),
});
const cronSchema = z.object({
  spec: z.object({ jobTemplate: z.object({ spec: z.object({ template: templateSchema }) }) }),
});

test('process 1 of the image reaps whoever has lost their parent', () => {
  expect(image.entrypoint).toEqual(['tini', '--']);
});

const ofKind = (...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind));
const sites = ofKind('Deployment', 'StatefulSet').map((manifest) => ({
  ...manifest,
  ...siteSchema.parse(manifest.data).spec,
}));
const backups = ofKind('CronJob').map((manifest) => ({
  ...manifest,
  ...cronSchema.parse(manifest.data).spec.jobTemplate.spec,
}));
const pods = [...sites, ...backups].map(({ file, kind, template: { spec } }) => ({ file, kind, spec }));

describe.for(manifests)('$file: $kind $name', (manifest) => {
  test('is as the published schema of Kubernetes has it', async () => {
    expect(await findSchemaErrors(manifest)).toEqual([]);
  });
});

test('no manifest has a field that Kubernetes does not know', () => {
  expect(findUnknownFields(manifests)).toEqual([]);
});

test('what is wrong in a manifest is found', async () => {
  const text = readFileSync('deploy/kubernetes/postgres.yaml', 'utf8');
  const changed = (from: string, to: string): Manifest[] => {
    expect(text).toContain(from);
    return parseManifests('wrong.yaml', text.replace(from, to));
  };
  const errorsOf = async (wrong: Manifest[]) => (await Promise.all(wrong.map(findSchemaErrors))).flat();
  expect(await errorsOf(changed('replicas: 2', 'replicas: two'))).toHaveLength(1);
  expect(await errorsOf(changed("schedule: '30 3 * * *'", 'suspend: false'))).toHaveLength(1);
  expect(await errorsOf(changed('mountPath: /data', 'mountPoint: /data'))).not.toEqual([]);
  const unknown = [...changed('replicas: 2', 'replica: 2'), ...changed('periodSeconds: 2', 'period: 2')];
  const told = findUnknownFields(unknown).filter((line) => line.includes('does not exist'));
  expect(told).toEqual([expect.stringContaining('"replica"'), expect.stringContaining('"period"')]);
});

test('each way of running it is there', () => {
  expect(sites.map(({ file, kind }) => `${file} ${kind}`)).toEqual([
    'deploy/kubernetes/postgres.yaml Deployment',
    'deploy/kubernetes/sqlite.yaml StatefulSet',
  ]);
  expect(backups).toHaveLength(2);
});

describe.for(pods)('the pod of $kind in $file', ({ file, spec }) => {
  const containers = [...spec.initContainers, ...spec.containers];

  test('sets what the server reads, and nothing else', () => {
    const names = containers.flatMap(({ env }) => env.map(({ name }) => name));
    expect(names.filter((name) => !settings.includes(name))).toEqual([]);
    const maps = containers.flatMap(({ envFrom }) => envFrom.map(({ configMapRef }) => configMapRef.name));
    expect(maps).toContain('qingye-secret-files');
    for (const [name, value] of Object.entries(dataOf('qingye-secret-files'))) {
      expect(settings).toContain(name);
      expect(secretFiles(spec)).toContain(value);
    }
  });

  test('has no rights that it does not need', () => {
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: Number(image.user),
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const container of containers)
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  });

  test('mounts only what is declared', () => {
    const volumes = spec.volumes.map(({ name }) => name);
    const own = sites
      .find((site) => site.file === file)
      ?.volumeClaimTemplates.map(({ metadata }) => metadata.name);
    const mounted = containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
    expect(mounted.filter((name) => ![...volumes, ...(own ?? [])].includes(name))).toEqual([]);
    const claims = spec.volumes.flatMap(
      ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [],
    );
    const declared = manifests.filter(
      (other) => other.file === file && other.kind === 'PersistentVolumeClaim',
    );
    const made = (own ?? []).map((name) => `${name}-qingye-0`);
    expect(
      claims.filter((name) => ![...declared.map((other) => other.name), ...made].includes(name)),
    ).toEqual([]);
  });
});

describe.for(sites)('the site of $kind', ({ selector: selected, template }) => {
  const { spec } = template;
  const [site] = spec.containers;

  test('runs what the image runs, from where it listens and writes', () => {
    expect(site?.command).toBeUndefined();
    expect(site?.ports.find(({ name }) => name === 'http')?.containerPort).toBe(Number(image.env['PORT']));
    const writable = site?.volumeMounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath);
    expect(writable).toEqual([image.env['DATA_DIR'], '/tmp']);
  });

  test('is asked by each probe what it answers', () => {
    const asks = (path: string) => expect.objectContaining({ httpGet: { path, port: 'http' } });
    expect(site).toMatchObject({
      startupProbe: asks('/readyz'),
      readinessProbe: asks('/readyz'),
      livenessProbe: asks('/healthz'),
    });
  });

  test('may finish what it answers before it is killed', () => {
    const { shutdownDrainMs, shutdownDeadlineMs } = readConfig(image.env);
    const graceMs = Number(spec.terminationGracePeriodSeconds) * 1000;
    expect(graceMs).toBeGreaterThan(shutdownDrainMs + shutdownDeadlineMs + 5_000);
    // Shorter than the time for which it goes on answering, so that no request reaches it after its end.
    const { readinessProbe } = z
      .object({ readinessProbe: z.object({ periodSeconds: z.number(), failureThreshold: z.number() }) })
      .parse(site);
    expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold * 1000).toBeLessThan(
      shutdownDrainMs,
    );
  });

  test('is found by the Service, and by the budget of disruptions', () => {
    const service = z
      .object({
        spec: z.object({
          selector: z.record(z.string(), z.string()),
          ports: z.array(z.object({ targetPort: z.string() })),
        }),
      })
      .parse(ofKind('Service')[0]?.data).spec;
    expect(template.metadata.labels).toEqual(selected.matchLabels);
    expect(service.selector).toEqual(selected.matchLabels);
    expect(site?.ports.map(({ name }) => name)).toEqual(
      expect.arrayContaining(service.ports.map(({ targetPort }) => targetPort)),
    );
    const budget = z.object({ spec: z.object({ selector }) }).parse(ofKind('PodDisruptionBudget')[0]?.data);
    expect(budget.spec.selector).toEqual(selected);
  });

  test('has the settings, which the server accepts', () => {
    const maps = site?.envFrom.map(({ configMapRef }) => configMapRef.name);
    expect(maps).toEqual(['qingye', 'qingye-secret-files']);
    const data = dataOf('qingye');
    expect(Object.keys(data).filter((name) => !settings.includes(name))).toEqual([]);
    const config = readConfig({ ...image.env, ...data });
    const metrics = site?.ports.find(({ name }) => name === 'metrics');
    expect(config.metrics).toEqual({ host: '0.0.0.0', port: metrics?.containerPort });
  });
});

test('a backup runs the program of the image', () => {
  for (const { template } of backups) {
    const [backup] = template.spec.containers;
    const [node = '', program = '', ...args] = backup?.command ?? [];
    expect(node.endsWith('node')).toBe(true);
    expect(program).toMatch(/^(?:\/program\/app\/)?dist\/cli\.js$/);
    expect(args).toEqual(['backup', '/backups', '--keep', '14']);
    expect(backup?.volumeMounts.map(({ mountPath }) => mountPath)).toContain('/backups');
  }
});

/** Names in a ConfigMap. */
function dataOf(map: string): Record<string, string> {
  const found = ofKind('ConfigMap').find(({ name }) => name === map);
  return z.object({ data: z.record(z.string(), z.string()) }).parse(found?.data).data;
}

/** Names in the example of the secret. */
function secretFiles({ volumes }: z.infer<typeof podSchema>): string[] {
  expect(volumes.some(({ secret }) => secret?.secretName === 'qingye')).toBe(true);
  const { stringData } = z
    .object({ stringData: z.record(z.string(), z.string()) })
    .parse(ofKind('Secret')[0]?.data);
  return Object.keys(stringData).map((name) => `/run/secrets/qingye/${name}`);
}
