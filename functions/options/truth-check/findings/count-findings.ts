import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { school } from '../../../school/records/school.ts';
import { classConcurrency } from '../../../term-reports/report-cards/live-cards.ts';
import { readClassOfTerm } from './class-contents.ts';
import { readDismissalsOfTerm } from './dismissed-finding.ts';
import { findInClass } from './findings-of-class.ts';
import { readTermToJudge } from './term-to-judge.ts';

/** What all classes share is read once, with what was dismissed; of each class its contents. */
export const countFindings = callHandler(truthCheckContract.countFindings, {
  handle: async ({ input: { form_level: level, ...term }, request }) => {
    const [ofTerm, dismissedIn] = await Promise.all([readTermToJudge(term, request.now), readDismissalsOfTerm(term)]);
    const asked = school().formClasses.filter(({ form_level }) => level === undefined || form_level === level);
    const classes = await inParallel(asked, {
      atOnce: classConcurrency,
      does: async ({ id: classId, form_level }) => {
        const contents = await readClassOfTerm(classId, ofTerm);
        const dismissed = dismissedIn(classId);
        const found = await findInClass(contents, ofTerm);
        const improbable = found.filter(({ rule }) => rule !== 'certain');
        const open = improbable.filter(({ key }) => !dismissed.has(key)).length;
        return {
          class_id: classId,
          form_level,
          reports: contents.reports.length,
          certain: found.length - improbable.length,
          improbable: open,
          dismissed: improbable.length - open,
        };
      },
    });
    return { classes: classes.filter(({ reports }) => reports > 0) };
  },
});
