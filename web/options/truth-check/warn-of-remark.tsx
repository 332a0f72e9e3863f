import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { createTypedJudge } from '#shared/options/truth-check/improbable/judge-typed.ts';
import { sexOfPronoun } from '#shared/options/truth-check/improbable/remark-words.ts';
import { queryOf } from '../../api/query.ts';
import type { BesideRemarkProps } from '../../forms/beside-remark.tsx';

/** Milliseconds without a key after which a remark is judged, and after which it counts as finished. */
const pauses = { words: 600, sentence: 4000 } as const;

/** Says beside a remark what the check of its class would find in it: between keys, so that none waits for it. */
export default function WarnOfRemark({ remark, onWarning }: BesideRemarkProps) {
  const { text, student, subject, pronoun: known } = remark;
  const [title, total] = [subject?.title, subject?.total ?? null];
  const ofClass = typeof known === 'string' ? null : known;
  const asked = useQuery({
    ...queryOf(truthCheckContract.readPronouns, {
      class_id: ofClass?.class_id ?? '',
      year: String(ofClass?.year),
    }),
    enabled: ofClass !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pronoun =
    typeof known === 'string'
      ? known
      : (asked.data?.students.find(({ student_id }) => student_id === student.id)?.pronoun ?? 'they');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the others do not change while this one is typed
  const judge = useMemo(
    () =>
      createTypedJudge({
        about: {
          firstName: student.firstName,
          otherNames: [student.lastName],
          sex: sexOfPronoun[pronoun],
        },
        subject: title === undefined ? null : { title, total },
        others: remark.others(),
      }),
    [student.id, title, total, pronoun],
  );
  useEffect(() => {
    const timers = [
      setTimeout(() => onWarning(judge({ text, isPaused: false })), pauses.words),
      setTimeout(() => onWarning(judge({ text, isPaused: true })), pauses.sentence),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [text, judge, onWarning]);
  useEffect(() => () => onWarning(null), [onWarning]);
  return null;
}
