import { useEffect, useRef, useState } from 'react';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { idleSaveState, isSameClasses, type LessonSaveState } from './lesson-rows.ts';
import { useIdempotentAttempts } from './use-idempotent-attempts.ts';

interface Options {
  as: 'form teacher' | 'dean';
  teacher: { employee_id: string; academic_year_id: string };
  stored: readonly string[];
}

/** A class that another has, and that is taken only when the user says so. */
export interface ClassTaken {
  class_id: string;
  employee_id: string;
  name: string;
}

/** The classes that a teacher is form teacher or dean of: chosen, saved when the field is left. */
export function useClassPosts({ as, teacher, stored }: Options) {
  const [chosen, setChosen] = useState(stored);
  const [state, setState] = useState<LessonSaveState>(idleSaveState);
  const [taking, setTaking] = useState<ClassTaken | null>(null);
  /** What the server has; what the user has agreed to take. */
  const known = useRef(stored);
  const agreed = useRef<ClassTaken[]>([]);
  const latest = useRef(chosen);
  const attempts = useIdempotentAttempts();

  const choose = (classes: readonly string[]) => {
    latest.current = classes;
    setChosen(classes);
    setState(idleSaveState);
    setTaking(null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list of the same classes changes nothing
  useEffect(() => {
    if (isSameClasses(latest.current, known.current)) {
      latest.current = stored;
      setChosen(stored);
    }
    known.current = stored;
  }, [stored.join()]);

  const save = async (): Promise<void> => {
    const wanted = latest.current;
    if (isSameClasses(wanted, known.current) || state.status === 'saving') return;
    setState({ status: 'saving' });
    const input = { ...teacher, form_classes: [...wanted], was: [...known.current] };
    const take_from = agreed.current
      .filter(({ class_id }) => wanted.includes(class_id))
      .map(({ class_id, employee_id }) => ({ class_id, employee_id }));
    const all = as === 'form teacher' && take_from.length > 0 ? { ...input, take_from } : input;
    try {
      const { form_classes } = await attempts.make({ as, ...all }, (options) =>
        as === 'dean'
          ? call(lessonsContract.saveDeanFormClasses, input, options)
          : call(lessonsContract.saveFormTeacherClass, all, options),
      );
      known.current = form_classes;
      agreed.current = [];
      if (isSameClasses(latest.current, wanted)) {
        latest.current = form_classes;
        setChosen(form_classes);
      }
      setState({ status: 'saved' });
    } catch (error) {
      const conflict = error instanceof ApiError ? error.conflict : undefined;
      if (conflict?.field === 'take_from') {
        const [class_id, employee_id] = [String(conflict.yours), String(conflict.theirs)];
        setTaking({ class_id, employee_id, name: conflict.by ?? employee_id });
        setState(idleSaveState);
      } else setState({ status: 'error', message: messageOf(error), fields: {} });
    }
  };

  return {
    chosen,
    state,
    taking,
    isDirty: !isSameClasses(chosen, known.current),
    choose,
    save,
    take: () => {
      if (taking) agreed.current.push(taking);
      setTaking(null);
      void save();
    },
    leave: () => choose(chosen.filter((id) => id !== taking?.class_id)),
    discard: () => choose(known.current),
    settle: async (): Promise<boolean> => {
      await attempts.settled();
      return isSameClasses(latest.current, known.current);
    },
  };
}
export type ClassPostsState = ReturnType<typeof useClassPosts>;
