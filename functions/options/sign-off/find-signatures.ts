import { type Stage, stages } from '#shared/options/sign-off/stages.ts';
import type { SignatoryPost } from '#shared/term-reports/layouts/card-layout.ts';
import type { FindSignatures } from '../../term-reports/report-cards/layouts/signed-layout.ts';
import { readReportsToSign } from './records/reports-of-class.ts';
import { standsFor } from './records/stages-of-report.ts';

const postOf = { 'form teacher': 'formTeacher', dean: 'dean', principal: 'principal' } as const satisfies Record<
  Stage,
  SignatoryPost
>;

/** Which posts have signed what cards say. Two queries a class, one where its contents were read. */
export const findSignatures: FindSignatures = async (cards, { year, term }, read) => {
  const ofClasses = await Promise.all(
    [...new Set(cards.map(({ student }) => student.classId))].map((classId) =>
      readReportsToSign({ year, term, classId }, read && Promise.resolve(read)),
    ),
  );
  const reports = new Map(ofClasses.flatMap((ofClass) => [...ofClass]));
  return new Map(
    cards.map(({ student: { id } }) => {
      const report = reports.get(id);
      const signed = report ? stages.filter((stage) => standsFor(stage, report)) : [];
      return [id, new Set(signed.map((stage) => postOf[stage]))];
    }),
  );
};
