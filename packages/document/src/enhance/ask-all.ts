import type { ModelFailure } from "./failure.ts";

/** Cost of one question, and the reason if there was no answer. */
export interface QuestionCost {
  readonly failure?: ModelFailure;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly wasAsked: boolean;
}

export interface QuestionRun<Question, Answer extends QuestionCost> {
  readonly ask: (question: Question, index: number) => Promise<Answer>;
  /** Estimated tokens of a question and its answer. */
  readonly estimate: (question: Question) => number;
  /** Most tokens that all questions together may cost; questions under way when they are spent are still awaited. */
  readonly maxTokens: number;
  /**
   * Makes the outcome of a question that was not asked, or whose answer exceeds the tokens left in the order of
   * questions.
   */
  readonly notAsked: (question: Question, why: NotAsked, index: number) => Answer;
}

export type NotAsked = "no answers" | "no tokens";

/** Questions under way at once: each takes a model some seconds, and a local one answers them one by one. */
const CONCURRENCY = 4;

/** Most questions without an answer; after them the endpoint is not asked again. */
const MAX_UNANSWERED = 3;

/**
 * An answer for each question, in their order. Once it is clear that no answer will come, or the tokens are spent, the rest
 * is not asked. Which answers count follows from the answers alone and not from when they come: one counts where those before
 * it left enough tokens and hope. Since questions begin in order, such a question is always asked.
 */
export async function askAll<Question, Answer extends QuestionCost>(
  questions: readonly Question[],
  asking: QuestionRun<Question, Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const queue = questions.entries();
  const sofar = new TokenAccount(asking);
  const work = async () => {
    for (const [index, question] of queue) {
      if (sofar.refusal(question) !== undefined) continue;
      const answer = await asking.ask(question, index);
      answers[index] = answer;
      sofar.add(question, answer);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  const before = new TokenAccount(asking);
  return questions.map((question, index) => {
    const answer = answers[index];
    const refusal = before.refusal(question) ?? (answer === undefined ? "no answers" : undefined);
    if (answer !== undefined) before.add(question, answer);
    if (refusal === undefined && answer !== undefined) return answer;
    return { ...asking.notAsked(question, refusal ?? "no answers", index), ...(answer && costsOf(answer)) };
  });
}

/** Cost of some answers, and the number of missing ones. */
class TokenAccount<Question> {
  readonly #asking: Pick<QuestionRun<Question, QuestionCost>, "estimate" | "maxTokens">;
  #spent = 0;
  #unanswered = 0;

  constructor(asking: Pick<QuestionRun<Question, QuestionCost>, "estimate" | "maxTokens">) {
    this.#asking = asking;
  }

  /** Why the next question is not asked. */
  refusal(question: Question): NotAsked | undefined {
    if (this.#unanswered >= MAX_UNANSWERED) return "no answers";
    return this.#spent + this.#asking.estimate(question) > this.#asking.maxTokens ? "no tokens" : undefined;
  }

  add(question: Question, { tokensIn, tokensOut, failure, wasAsked }: QuestionCost): void {
    const counted = tokensIn + tokensOut;
    // Some endpoints report no usage; the estimate counts then.
    this.#spent += counted === 0 && wasAsked && failure === undefined ? this.#asking.estimate(question) : counted;
    if (failure !== undefined) this.#unanswered += failure.isFinal ? MAX_UNANSWERED : 1;
  }
}

const costsOf = ({ tokensIn, tokensOut, wasAsked }: QuestionCost) => ({ tokensIn, tokensOut, wasAsked });

/** Sum of the tokens of all answers. */
export function sumOf(answers: readonly QuestionCost[]) {
  return {
    tokensIn: answers.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
    tokensOut: answers.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
  };
}
