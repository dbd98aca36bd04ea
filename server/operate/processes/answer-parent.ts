import type { ChildAnswer } from './ask-child.ts';

/** Stands among the arguments of a process that another one of ours looks after. */
export const childMark = '--looked-after';

/** Whether this process is one of several that serve a site on this machine. */
export const hasParent = process.argv.includes(childMark);

type Answer = () => unknown;

const answers = new Map<string, Answer>();
/** Questions that came before anybody here could answer them. */
const early = new Map<string, number[]>();

/** Says how a question of `askChild` is answered from now on. Does nothing in a process without a parent. */
export function answerParent(question: string, answer: Answer): void {
  if (!hasParent) return;
  if (answers.size === 0) process.on('message', hear);
  answers.set(question, answer);
  for (const id of early.get(question) ?? []) void tell(id, answer);
  early.delete(question);
}

function hear(message: unknown): void {
  if (!isQuestion(message)) return;
  const { question, id } = message;
  const answer = answers.get(question);
  if (answer !== undefined) void tell(id, answer);
  else early.set(question, [...(early.get(question) ?? []), id]);
}

async function tell(id: number, answer: Answer): Promise<void> {
  let reply: ChildAnswer;
  try {
    reply = { id, answer: await answer() };
  } catch (error) {
    reply = { id, failure: error instanceof Error ? error.message : String(error) };
  }
  // A parent that has gone is noticed by the closed channel, not here.
  process.send?.(reply, undefined, undefined, () => {});
}

function isQuestion(message: unknown): message is { question: string; id: number } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'question' in message &&
    typeof message.question === 'string' &&
    'id' in message &&
    typeof message.id === 'number'
  );
}
