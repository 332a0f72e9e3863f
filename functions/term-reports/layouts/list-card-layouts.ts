import { termReportsContract } from '#shared/term-reports/contract.ts';
import { toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { shippedLayouts } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { formLevelsOfSchool, school } from '../../school/records/school.ts';
import { listCardLayouts as readCardLayouts } from '../report-cards/layouts/card-layouts.ts';
import { layoutOfTerm } from '../report-cards/layouts/layout-of-card.ts';

export const listCardLayouts = callHandler(termReportsContract.listCardLayouts, {
  handle: async () => {
    const { layouts, inUse } = await readCardLayouts();
    const places = ([1, 2, 3] as const).flatMap((term) =>
      formLevelsOfSchool().map((formLevel) => ({ term, formLevel })),
    );
    return {
      layouts: layouts
        .toSorted((a, b) => a.draft.name.localeCompare(b.draft.name))
        .map(({ layoutId, draft, levels, terms, saves, published, savedAt, savedBy }) => ({
          layout_id: layoutId,
          draft: toLayoutText(draft),
          levels,
          terms,
          saves,
          published,
          saved_at: savedAt,
          saved_by: savedBy,
        })),
      in_use: places.map((place) => {
        const used = inUse.find(({ term, formLevel }) => term === place.term && formLevel === place.formLevel);
        return {
          form_level: place.formLevel,
          term: place.term,
          name: layoutOfTerm(used, place).name,
          layout_id: used?.layoutId ?? null,
          version: used?.version ?? null,
        };
      }),
      shipped: [...school().reportCards.own, ...shippedLayouts].map(toLayoutText),
    };
  },
});
