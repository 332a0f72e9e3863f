/** One step of an operator's command. */
export interface RestoreStep {
  /** The state afterwards, in a few words. */
  title: string;
  /** Looks by itself whether nothing is left to do. Without it the step is done each time, and twice ends as once. */
  isDone?: () => Promise<boolean>;
  act: () => Promise<void>;
}

/**
 * Carries out steps in their order and says each. Nothing is noted anywhere: each step looks at what is there, so a run
 * after a failure goes on where the first one stopped, from whichever machine.
 */
export async function runSteps(
  steps: readonly RestoreStep[],
  { say, onlyList }: { say: (line: string) => void; onlyList: boolean },
): Promise<void> {
  for (const [index, { title, isDone, act }] of steps.entries()) {
    const line = `${index + 1}/${steps.length} ${title}`;
    const isDoneAlready = await lookAhead(isDone, onlyList);
    if (isDoneAlready) say(`${line}: it is so already.`);
    else if (onlyList) say(`${line}: to do.`);
    else {
      say(`${line} …`);
      await act();
    }
  }
}

/** A step may look at something that earlier steps make: an error counts as not done. */
async function lookAhead(isDone: RestoreStep['isDone'], onlyList: boolean): Promise<boolean> {
  try {
    return (await isDone?.()) ?? false;
  } catch (error) {
    if (onlyList && error instanceof Error && /NotFoundException$/.test(error.name)) return false;
    throw error;
  }
}
