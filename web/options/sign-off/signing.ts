import { useQueryClient } from '@tanstack/react-query';
import type { Output } from '#shared/http/contract.ts';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { signScreenWordings as wordings } from '#shared/options/sign-off/screen-wordings.ts';
import { type Stage, stages } from '#shared/options/sign-off/stages.ts';
import { remarkTitles } from '#shared/term-reports/wordings.ts';
import { noticeFailure } from '../../acts/notice-failure.ts';
import { useAct } from '../../acts/use-act.ts';
import { call } from '../../api/call.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { offerUndo } from '../../undo/offer-undo.ts';

export type SignedReport = Output<typeof signOffContract.listSignatures>['students'][number];
export type ClassOnBoard = Output<typeof signOffContract.countSignatures>['classes'][number];

/** What the answers call the posts. */
export const keysOfStages = { 'form teacher': 'form_teacher', dean: 'dean', principal: 'principal' } as const;

/** Of a class, how many reports wait for a post, and who has it. Pure. */
export const awaitedOf = ({ awaits, people }: ClassOnBoard, stage: Stage) => ({
  count: awaits[keysOfStages[stage]],
  names: people[keysOfStages[stage]],
});

/** A class in a term. */
export interface OfClass {
  class_id: string;
  year: number;
  term: 1 | 2 | 3;
}

/** The reports of a class with their signatures; marks are entered meanwhile, and others sign. */
export const signaturesQuery = ({ class_id, year, term }: OfClass) => ({
  ...queryOf(signOffContract.listSignatures, { class_id, year: String(year), term: String(term) }),
  staleTime: 0,
  refetchOnWindowFocus: true,
});

const stateOf = ({ stages: all }: SignedReport, stage: Stage) => all.find((one) => one.stage === stage)?.state;

/** Whether it is this post's turn: those before it have signed. Pure. */
export const waitsFor = (report: SignedReport, stage: Stage): boolean =>
  stateOf(report, stage) !== 'signed' &&
  stages.slice(0, stages.indexOf(stage)).every((before) => stateOf(report, before) === 'signed');

/**
 * Whether a report lacks nothing, and nothing was found that nobody has looked at. The dean's remark is written after
 * the form teacher. Pure.
 */
export const isClean = ({ missing, findings }: SignedReport, as: Stage): boolean =>
  missing.every((title) => as === 'form teacher' && title === remarkTitles.dean) && (findings ?? 0) === 0;

/** The first of the user's posts that a report waits for; undefined where it waits for none of them. Pure. */
export const turnOf = (report: SignedReport, signsAs: readonly Stage[]): Stage | undefined =>
  stages.find((stage) => signsAs.includes(stage) && waitsFor(report, stage));

/** The last of the user's posts that has signed a report, where nobody has signed behind it. Pure. */
export const takenBackBy = (report: SignedReport, signsAs: readonly Stage[]): Stage | undefined => {
  const last = stages.findLast((stage) => stateOf(report, stage) !== 'open');
  return last !== undefined && signsAs.includes(last) && stateOf(report, last) === 'signed' ? last : undefined;
};

/** Loads again what shows signatures. */
export function useReloadSignatures() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [signOffContract.listSignatures, signOffContract.countSignatures].map((row) =>
        client.invalidateQueries({ queryKey: queryKeyOf(row) }),
      ),
    );
}

/** Signs and takes back, and loads again what shows it. */
export function useSigning(of: OfClass) {
  const reload = useReloadSignatures();
  const { act, busy } = useAct({ onFailed: noticeFailure, onEnd: reload });
  const takeBack = (as: Stage, ids: readonly string[]) =>
    call(signOffContract.takeBackSignatures, { ...of, as, student_ids: [...ids] });
  return {
    busy,
    sign: (as: Stage, reports: readonly SignedReport[], name: string) =>
      act(async () => {
        await signReports(of, { as, reports });
        offerUndo({
          message: wordings.signed(as, reports.length),
          undo: () =>
            takeBack(
              as,
              reports.map(({ student_id }) => student_id),
            ),
          onDone: () => void reload(),
        });
      }, name),
    takeBack: (as: Stage, report: SignedReport) =>
      act(async () => {
        await takeBack(as, [report.student_id]);
        offerUndo({
          message: wordings.takenBack(1),
          undo: () => signReports(of, { as, reports: [report] }),
          onDone: () => void reload(),
        });
      }, report.student_id),
  };
}

/** Signs reports as they are shown. */
export const signReports = (of: OfClass, { as, reports }: { as: Stage; reports: readonly SignedReport[] }) =>
  call(signOffContract.signReports, {
    ...of,
    as,
    reports: reports.map(({ student_id, contents }) => ({ student_id, contents })),
  });
