/** Change of a live page, or its end. */
export type PlannedAction = 'publish' | 'archive';

/** Others changed the page, it cannot be published any more, or it failed three times. */
export type PlanProblem = 'overtaken' | 'invalid' | 'failed';

/** A plan for a page: another text, or its end, at a minute to come. */
export interface ShownPlan {
  action: PlannedAction;
  /** ISO 8601 in UTC. */
  runAt: string;
  savedBy: string;
  savedAt: string;
  /** Why it will not be carried out, or was not; null: it waits for its time. */
  problem: PlanProblem | null;
}

/** Values of the buttons that remove a plan. */
export const cancelButtons = { publish: 'cancel-change', archive: 'cancel-end' } as const;
