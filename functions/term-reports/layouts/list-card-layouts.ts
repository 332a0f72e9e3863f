import { termReportsContract } from '#shared/term-reports/contract.ts';
import { toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { shippedLayouts } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { formLevelsOfSchool, school } from '../../school/records/school.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { listPublishedLayouts, listCardLayouts as readCardLayouts } from '../report-cards/layouts/card-layouts.ts';
import { layoutOfTerm } from '../report-cards/layouts/layout-of-card.ts';

export const listCardLayouts = callHandler(termReportsContract.listCardLayouts, {
  handle: async ({ input: { layout_id: layoutId } }) => {
    const [{ layouts, inUse }, subjects, versions] = await Promise.all([
      readCardLayouts(),
      readSubjectNamesById(),
      layoutId === undefined ? [] : listPublishedLayouts(layoutId),
    ]);
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
      subjects: [...subjects]
        .map(([id, { title }]) => ({ id, title }))
        .sort((a, b) => a.title.localeCompare(b.title) || a.id.localeCompare(b.id)),
      versions: versions.map(({ version, layout, levels, terms, publishedAt, publishedBy }) => ({
        version,
        layout: toLayoutText(layout),
        levels,
        terms,
        published_at: publishedAt,
        published_by: publishedBy,
      })),
    };
  },
});
