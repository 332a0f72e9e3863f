import { pluralize } from '../../pluralize.ts';
import type { Stage } from './stages.ts';

/** What is said of a stage on screens: the post, the act and what it has done. */
export const stageScreenWords: Readonly<
  Record<Stage, { post: string; act: string; does: (count: number) => string; done: string }>
> = {
  'form teacher': {
    post: 'Form teacher',
    act: 'Mark as done',
    does: (count) => `Mark ${pluralize(count, 'report')} as done`,
    done: 'Done',
  },
  dean: {
    post: 'Dean',
    act: 'Approve',
    does: (count) => `Approve ${pluralize(count, 'report')}`,
    done: 'Approved',
  },
  principal: {
    post: 'Principal',
    act: 'Sign',
    does: (count) => `Sign ${pluralize(count, 'report')}`,
    done: 'Signed',
  },
};

/** Words of the board of signatures and of a class's reports. */
export const signScreenWordings = {
  boardText: 'Numbers under a post are reports that wait for it.',
  noClass: 'No class found.',
  noClassOfYours: 'You sign for no class this year.',
  noClassText: 'Form teachers and deans sign for their classes, and the principal for all.',
  noReports: 'Nobody of these classes is registered for this term.',
  noReportsOfClass: 'Nobody of this class is registered for this term.',
  nobody: 'Nobody has this post',
  fellBack: 'Fell back',
  waits: 'Waits',
  notYet: 'Not yet',
  missing: (titles: readonly string[]) =>
    titles.length > 4
      ? `Missing: ${titles.slice(0, 3).join(', ')} and ${titles.length - 3} more.`
      : `Missing: ${titles.join(', ')}.`,
  findings: (count: number) => `${pluralize(count, 'finding')} in Check Reports.`,
  changed: 'Changed since:',
  left: 'Has left',
  signed: (stage: Stage, count: number) => `${stageScreenWords[stage].done}: ${pluralize(count, 'report')}.`,
  takenBack: (count: number) => `Taken back: ${pluralize(count, 'report')}.`,
  takeBack: 'Take back',
  allClean: (count: number) => `All that are clean: ${count}`,
  clean: 'Clean reports',
  cleanText: 'Reports that wait for you, lack nothing, and have no finding that is open.',
  noneClean: 'No report that waits for you is clean.',
  loading: 'Looking who has signed…',
  notSignedYet: 'This report is not signed.',
  remind: 'Remind',
  remindText: 'Words to copy, for each person who is awaited. Nothing is sent.',
  nobodyAwaited: 'Nobody is awaited.',
  reminder: ({ name, of, lines }: { name: string; of: string; lines: readonly string[] }) =>
    [`${name}, reports of ${of} wait for you:`, ...lines.map((line) => `- ${line}`)].join('\n'),
  reminderLine: (classId: string, count: number, stage: Stage) =>
    `${classId}: ${pluralize(count, 'report')}, as ${stage}`,
  withoutPost: (classId: string, stage: Stage) => `${classId} has no ${stage}`,
} as const;
