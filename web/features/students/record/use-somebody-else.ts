import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../../api/errors.ts';

/**
 * The question of a form whether it means a student who exists already: the server asks it by a refusal of
 * `is_another`. Its answer is about the facts that were sent: the form has `forget` called with each change.
 */
export function useSomebodyElse() {
  const [isAsked, ask] = useState(false);
  const isAnother = useRef(false);
  return {
    isAsked,
    /** What is sent with the facts. */
    answer: () => (isAnother.current ? { is_another: true as const } : {}),
    onRefused: (error: unknown): never => {
      ask(error instanceof ApiError && error.fields?.is_another !== undefined);
      throw error;
    },
    forget: useCallback(() => {
      isAnother.current = false;
      ask(false);
    }, []),
    sendAnyway: (submit: () => Promise<unknown>) => {
      isAnother.current = true;
      void submit();
    },
  };
}
