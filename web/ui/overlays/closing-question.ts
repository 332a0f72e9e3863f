import { createContext, useContext, useEffect, useRef } from 'react';

/** Asks whether what was typed may be given up, gives it up, and is true; false: the window stays. */
type Question = () => Promise<boolean>;

/** The questions of the forms in a window, which it asks before it closes; null outside of a window. */
export const ClosingQuestionsContext = createContext<Set<Question> | null>(null);

/**
 * While `isUnsaved`, the window around asks `question` before Escape, its close button or a press beside it closes it.
 */
export function useClosingQuestion(isUnsaved: boolean, question: Question): void {
  const questions = useContext(ClosingQuestionsContext);
  const latest = useRef(question);
  latest.current = question;
  useEffect(() => {
    if (!isUnsaved || questions === null) return;
    const ask = () => latest.current();
    questions.add(ask);
    return () => void questions.delete(ask);
  }, [isUnsaved, questions]);
}

/** Whether all forms of a window may be left; those after the first that may not are not asked. */
export async function canCloseWith(questions: ReadonlySet<Question>): Promise<boolean> {
  for (const ask of [...questions]) if (!(await ask())) return false;
  return true;
}
