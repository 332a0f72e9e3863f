import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { layoutFor } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { school } from '../../../school/records/school.ts';
import type { ReportCard } from '../report-card.ts';

/** The layout that the school gives to cards of a form level and term. A posted card has that of its copy. */
export const layoutOfTerm = (of: { formLevel: number; term: 1 | 2 | 3 }): CardLayout =>
  layoutFor(school().reportCards, of);

/** That of a card that is not posted. */
export const layoutOfCard = ({ student, period }: ReportCard): CardLayout =>
  layoutOfTerm({ formLevel: student.formLevel, term: period.term });
