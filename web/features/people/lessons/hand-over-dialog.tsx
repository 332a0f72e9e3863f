import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { peopleContract } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import type { SkippedLesson } from '#shared/people/lessons/hand-over-calls.ts';
import { lastFirst, nameApart } from '#shared/people/shared-names.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { lessonWordings, peopleScreenWordings } from '#shared/people/wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { type RunEnd, useFollowedRun } from '../../../runs/use-run.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Panel, Stack } from '../../../ui/layout/stack.tsx';
import styles from './lessons.module.css';

interface HandOverDialogProps {
  teacher: { employee_id: string; academic_year_id: string };
  /** One line of lessons, in place of all that the teacher has. */
  only?: string | undefined;
  /** The teacher has left: the call fails where the teacher was restored since, and there is no undo. */
  hasLeft?: boolean;
  /** Where the window has its buttons: those of the hand-over take their place. */
  foot: HTMLElement | null;
  /** Called after a hand-over, to refetch. `isAll`: none of the chosen lessons was skipped. */
  onDone: (isAll: boolean, message: string) => void;
  onClose: () => void;
}

interface Ended {
  tone: 'success' | 'error';
  message: string;
  left: readonly SkippedLesson[];
}

/**
 * Hands all or chosen lessons of a teacher over to another, with the mark book, the students and this term's entries.
 */
export function HandOverDialog({ teacher, only, hasLeft = false, foot, onDone, onClose }: HandOverDialogProps) {
  const teachers = useQuery(queryOf(peopleContract.listEmployees, {}));
  const [to, setTo] = useState<string | null>(null);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [ended, setEnded] = useState<Ended | null>(null);
  const preview = useQuery({
    ...queryOf(lessonsContract.previewHandOver, { ...teacher, to_employee_id: to ?? '' }),
    enabled: to !== null,
    staleTime: 0,
  });
  const run = useFollowedRun(lessonsContract.handOverLessons, {
    name: `hand-over/${teacher.employee_id}`,
    onEnd: (end) => {
      const next = endedOf(end, hasLeft);
      setEnded(next);
      if (next.tone === 'success') setTo(null);
      onDone(next.tone === 'success' && next.left.length === 0, next.message);
    },
  });
  const others = (teachers.data ?? []).filter((one) => one.id !== teacher.employee_id && !isArchivedTeacher(one));
  const offered = (preview.data ?? []).filter(({ id }) => only === undefined || id === only);
  const chosen = offered.filter(({ id }) => !excluded.has(id));
  const label = nameApart(others, { name: lastFirst, id: ({ teacher_num }) => String(teacher_num) });
  const name = nameOf(others.find(({ id }) => id === to));
  const toggle = (id: string) => {
    const next = new Set(excluded);
    if (!next.delete(id)) next.add(id);
    setExcluded(next);
  };

  return (
    <Panel as="section" gap={14} inner className={styles.handOver} aria-label="Hand over">
      {run.going ? (
        <RunProgress {...run.going} label="Handing over lessons" />
      ) : (
        <>
          {ended && (
            <Alert tone={ended.tone}>
              {ended.message}
              {ended.left.map(({ id, lesson, reason }) => (
                <p key={id}>
                  {lesson}: {reason}
                </p>
              ))}
            </Alert>
          )}
          {teachers.data ? (
            <Combobox
              label={peopleScreenWordings.handOverTo}
              options={others.map((one) => ({ value: one.id, label: label(one) }))}
              value={to}
              onValueChange={(id) => {
                setTo(id);
                setEnded(null);
              }}
              placeholder={lessonWordings.chooseTeacher}
              empty={lessonWordings.noSuchTeacher}
            />
          ) : (
            <Loading queries={[teachers]} what="the teachers" lines={1} />
          )}
          {to !== null && !preview.data && <Loading queries={[preview]} what="the lessons" lines={3} />}
          {to !== null && preview.data && (
            <>
              <Stack as="ul" lined className={styles.handOverList} aria-label="Lessons to hand over">
                {offered.map((one) => (
                  <li key={one.id}>
                    <label>
                      <input type="checkbox" checked={!excluded.has(one.id)} onChange={() => toggle(one.id)} />
                      <span>
                        <strong>{one.lesson}</strong> {one.form_classes.join(', ')}
                        {notesOf(one, name).map((note) => (
                          <span key={note} className={styles.note}>
                            {note}
                          </span>
                        ))}
                      </span>
                    </label>
                  </li>
                ))}
              </Stack>
              {offered.length === 0 && <p className={styles.none}>There are no lessons to hand over.</p>}
            </>
          )}
        </>
      )}
      {foot &&
        createPortal(
          <>
            <Button unavailable={run.going !== null} onClick={onClose}>
              {ended?.tone === 'success' ? 'Done' : 'Cancel'}
            </Button>
            <Button
              variant="primary"
              unavailable={to === null || chosen.length === 0 || run.going !== null}
              onClick={() => {
                if (to === null) return;
                setEnded(null);
                const ids = chosen.map(({ id }) => id);
                void run.start({ ...teacher, to_employee_id: to, ids, ...(hasLeft ? { only_archived: true } : {}) });
              }}
            >
              {chosen.length > 0 && to !== null
                ? `Hand Over ${chosen.length === 1 ? 'One Lesson' : `${chosen.length} Lessons`}`
                : 'Hand Over'}
            </Button>
          </>,
          foot,
        )}
    </Panel>
  );
}

function endedOf(end: RunEnd<typeof lessonsContract.handOverLessons>, hasLeft: boolean): Ended {
  if ('error' in end) return { tone: 'error', message: messageOf(end.error), left: [] };
  const { state, total_rows, left } = end.answer;
  if (state === 'failed') {
    return { tone: 'error', message: 'It stopped before the end. Hand Over continues with the others.', left: [] };
  }
  const done = total_rows - left.length;
  const message = `${done === 1 ? 'One lesson was' : `${done} lessons were`} handed over.`;
  return { tone: 'success', message: hasLeft ? message : `${message} Recent changes can take it back.`, left };
}

const nameOf = (teacher: { first_name: string; last_name: string } | undefined): string =>
  teacher ? `${teacher.first_name} ${teacher.last_name}` : '';

interface Going {
  students_with_marks: number;
  shared: readonly string[];
  is_beside: boolean;
}

/** What the user should know before a lesson is handed over. */
function notesOf({ students_with_marks: marked, shared, is_beside }: Going, name: string): string[] {
  return [
    ...(marked > 0 ? [`The mark book goes along: ${pluralize(marked, 'student')} with marks.`] : []),
    ...(is_beside && marked > 0
      ? [`${name} has a mark book of this form already: these marks count on, beside it.`]
      : []),
    ...(shared.length > 0 ? [`${name} has ${shared.join(', ')} in this subject already.`] : []),
  ];
}
