import { queryOptions } from '@tanstack/react-query';
import type { Output } from '#shared/http/contract.ts';
import { formLevels } from '#shared/people/form-level.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { call } from './call.ts';
import { queryKeyOf } from './query.ts';

export type PostingCheck = Output<typeof termReportsContract.checkPosting>;

/** The posting check of a term, asked for form by form at once: of 5,000 reports each form is a second's work. */
export function postingCheckOf(of: { year: string; term: string }) {
  const { checkPosting } = termReportsContract;
  return queryOptions<PostingCheck>({
    queryKey: queryKeyOf(checkPosting, of),
    queryFn: async ({ signal }) => {
      const forms = await Promise.all(
        formLevels.map((level) => call(checkPosting, { ...of, form_level: String(level) }, { signal })),
      );
      const checked = forms.flatMap((form) => form.checked ?? []);
      const isSigned = forms.some(({ unsigned }) => unsigned !== undefined);
      return {
        ...(checked.length > 0 ? { checked } : {}),
        ...(isSigned ? { unsigned: forms.flatMap((form) => form.unsigned ?? []) } : {}),
        reports: forms.reduce((sum, { reports }) => sum + reports, 0),
        students: forms.flatMap(({ students }) => students),
        wrong_figures: forms.flatMap((form) => form.wrong_figures),
        set_tighter: forms.flatMap((form) => form.set_tighter),
      };
    },
  });
}
