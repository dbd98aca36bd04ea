import type { ReactNode } from 'react';
import { formatDateTime } from '#shared/locale/dates.ts';
import { statusTexts as texts } from '#shared/locale/editors/status-texts.ts';
import type { SiteStatus, StatusProblem } from '#shared/status.ts';

const { labels, parts } = texts;

/** State of the site: first the problems with their remedies, then the details of each part. */
export function StatusPage({
  status,
  isKnown,
}: {
  status: SiteStatus;
  /** Whether the viewer is identified: false while the database does not answer. */ isKnown: boolean;
}) {
  return (
    <>
      <h1 className="page-title">{texts.title}</h1>
      <p className="edit-column">{texts.asOf(timeOf(status.at))}</p>
      {!isKnown && <p className="edit-column">{texts.nobodyKnows}</p>}
      <Problems problems={status.problems} />
      <div className="status-parts">
        <DatabasePart status={status} />
        <PagesPart status={status} />
        <WorkPart status={status} />
        <DiskPart status={status} />
        <ProcessPart status={status} />
      </div>
    </>
  );
}

function Problems({ problems }: Pick<SiteStatus, 'problems'>) {
  if (problems.length === 0)
    return (
      <p className="edit-notice edit-column" data-kind="done">
        {texts.allWell}
      </p>
    );
  return (
    <section aria-labelledby="problems" className="edit-column grid gap-4">
      <h2 id="problems" className="section-title">
        {texts.found(problems.length)}
      </h2>
      {problems.map((problem) => {
        const { title, text, todo } = texts.problems[problem];
        return (
          <div key={problem} className="edit-notice" data-kind={isHint(problem) ? 'plain' : 'problem'}>
            <h3 className="font-bold text-strong">{title}</h3>
            <p>{text}</p>
            <p className="mt-2">
              <strong>{texts.todo}</strong>
              {todo}
            </p>
          </div>
        );
      })}
    </section>
  );
}

/** Whether a problem is only a hint: nobody is affected now. */
function isHint(problem: StatusProblem): boolean {
  return problem === 'backup-never' || problem === 'stopping';
}

interface PartProps {
  status: SiteStatus;
}

function DatabasePart({ status: { database, isFeedHearing, recent, versions } }: PartProps) {
  const { engine, version, isThere, answerMs, isSchemaExpected, pool } = database;
  const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const { count, longestMs } = recent.slowQueries;
  return (
    <Part id="database" title={parts.database}>
      <Fact label={labels.engine}>{version === null ? name : `${name} ${version}`}</Fact>
      <Fact label={labels.isThere}>{isThere && answerMs !== null ? texts.answered(answerMs) : texts.no}</Fact>
      <Fact label={labels.schema}>
        {versions.migration === null || isSchemaExpected === null
          ? texts.unknown
          : texts.schema(versions.migration, isSchemaExpected)}
      </Fact>
      {pool && <Fact label={labels.pool}>{texts.pool(pool)}</Fact>}
      <Fact label={labels.feed}>{isFeedHearing ? texts.yes : texts.no}</Fact>
      <Fact label={labels.slowQueries}>{texts.slow(count, longestMs)}</Fact>
    </Part>
  );
}

function PagesPart({ status: { pageStore, recent, isEdgeTold } }: PartProps) {
  const { entries, bytes, maxBytes, hitShare } = pageStore;
  const { count, longestMs } = recent.slowPages;
  return (
    <Part id="pages" title={parts.pages}>
      <Fact label={labels.kept}>{texts.kept(entries, sizeOf(bytes), sizeOf(maxBytes))}</Fact>
      <Fact label={labels.hitShare}>
        {hitShare === null ? texts.nobodyYet : texts.share(Math.round(hitShare * 100))}
      </Fact>
      {isEdgeTold !== null && <Fact label={labels.edge}>{isEdgeTold ? texts.yes : texts.no}</Fact>}
      <Fact label={labels.slowPages}>{texts.slow(count, longestMs)}</Fact>
    </Part>
  );
}

function WorkPart({ status: { work, operations } }: PartProps) {
  const countOf = (name: 'waitingPictures' | 'failedPictures' | 'unindexed') =>
    work === null ? texts.unknown : texts.upTo(work[name]);
  return (
    <>
      <Part id="work" title={parts.work}>
        <Fact label={labels.waitingPictures}>{countOf('waitingPictures')}</Fact>
        <Fact label={labels.failedPictures}>{countOf('failedPictures')}</Fact>
        <Fact label={labels.unindexed}>{countOf('unindexed')}</Fact>
      </Part>
      <Part id="operations" title={parts.operations}>
        {(['backup', 'import'] as const).map((kind) => {
          const operation = operations?.[kind];
          return (
            <Fact key={kind} label={labels[kind]}>
              {operation === undefined && texts.unknown}
              {operation === null && texts.none}
              {operation && (
                <>
                  {timeOf(operation.finishedAt)}
                  <span lang={texts.languageOfCommands} className="edit-meta block">
                    {operation.detail}
                  </span>
                </>
              )}
            </Fact>
          );
        })}
      </Part>
    </>
  );
}

function DiskPart({ status: { disk, folderTrouble, mediaStores } }: PartProps) {
  return (
    <Part id="disk" title={parts.disk}>
      <Fact label={labels.free}>
        {disk === null ? texts.unknown : texts.freeOf(sizeOf(disk.freeBytes), sizeOf(disk.totalBytes))}
      </Fact>
      <Fact label={labels.folder}>{folderTrouble === null ? texts.yes : texts.trouble(folderTrouble)}</Fact>
      {mediaStores.map(({ place, trouble }) => (
        <Fact key={place} label={labels.mediaStore}>
          {trouble === null ? texts.yes : texts.no}
          {trouble !== null && (
            <span lang={texts.languageOfCommands} className="edit-meta block">
              {trouble}
            </span>
          )}
        </Fact>
      ))}
    </Part>
  );
}

function ProcessPart({ status: { versions, process } }: PartProps) {
  return (
    <>
      <Part id="versions" title={parts.versions}>
        <Fact label={labels.site}>{versions.site}</Fact>
        <Fact label={labels.build}>{versions.build}</Fact>
        <Fact label={labels.node}>{versions.node}</Fact>
      </Part>
      <Part id="process" title={parts.process}>
        <Fact label={labels.id}>{process.id}</Fact>
        <Fact label={labels.startedAt}>{timeOf(process.startedAt)}</Fact>
        <Fact label={labels.memory}>{sizeOf(process.memoryBytes)}</Fact>
      </Part>
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      <dl className="status-facts">{children}</dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function timeOf(iso: string): string {
  return formatDateTime(iso) ?? texts.unknown;
}

/** `1.2 GB` */
function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}
