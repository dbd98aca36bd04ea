import type { SiteStatus } from '#shared/status.ts';
import { answerKinds, signInOutcomes, type Counts } from './counts.ts';
import { counter, gauge, histogram, type Metric } from './metric.ts';

export function requestMetrics({ requests, begun, ended, aborted }: Counts): Metric[] {
  return [
    counter(
      {
        name: 'qingye_http_requests_total',
        help: 'Requests that were answered, by what with and by the class of the status.',
      },
      answerKinds.flatMap((kind) =>
        requests[kind].statuses.flatMap((count, first) =>
          // Neither is an answer.
          first < 2 ? [] : [[{ kind, status: `${first}xx` }, count] as const],
        ),
      ),
    ),
    histogram(
      {
        name: 'qingye_http_request_duration_seconds',
        help: 'From the head of a request to the end of its answer; of what was stored, to when it was handed to the system.',
      },
      answerKinds.map((kind) => [{ kind }, requests[kind].took]),
    ),
    gauge(
      {
        name: 'qingye_http_requests_in_flight',
        help: 'Requests that are being answered.',
        aggregator: 'sum',
      },
      begun - ended,
    ),
    counter(
      { name: 'qingye_http_requests_aborted_total', help: 'Requests whose visitor left before the end.' },
      aborted,
    ),
  ];
}

export function pageMetrics(counts: Counts, { pageStore }: SiteStatus): Metric[] {
  const { hit, miss, stale } = counts.pages;
  return [
    counter(
      {
        name: 'qingye_page_store_answers_total',
        help: 'Pages, their data and feeds: answered from memory, made anew, or as they were while the database was gone.',
      },
      Object.entries({ hit, miss, stale }).map(([outcome, count]) => [{ outcome }, count]),
    ),
    gauge(
      { name: 'qingye_page_store_bytes', help: 'Memory that kept pages take.', aggregator: 'sum' },
      pageStore.bytes,
    ),
    gauge(
      { name: 'qingye_page_store_max_bytes', help: 'Memory that kept pages may take.', aggregator: 'sum' },
      pageStore.maxBytes,
    ),
    gauge(
      { name: 'qingye_page_store_entries', help: 'Pages that are kept.', aggregator: 'sum' },
      pageStore.entries,
    ),
    histogram(
      { name: 'qingye_page_loading_seconds', help: 'Reading the data of a page that is made anew.' },
      [[{}, counts.loading]],
    ),
    histogram({ name: 'qingye_page_rendering_seconds', help: 'Rendering a page until it can be sent.' }, [
      [{}, counts.rendering],
    ]),
    counter(
      { name: 'qingye_slow_pages_total', help: 'Pages that took longer than SLOW_PAGE_MS.' },
      counts.slowPages.total,
    ),
    gauge(
      { name: 'qingye_pages_rendering', help: 'Pages that are being rendered.', aggregator: 'sum' },
      counts.activeRenders(),
    ),
  ];
}

export function signInMetrics({ signIns }: Counts): Metric[] {
  return [
    counter(
      { name: 'qingye_sign_ins_total', help: 'Attempts to sign in, by what came of them.' },
      signInOutcomes.map((outcome) => [{ outcome }, signIns[outcome]]),
    ),
  ];
}
