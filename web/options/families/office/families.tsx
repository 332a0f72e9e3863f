import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyScreenWordings as wordings } from '#shared/options/families/wordings.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { reportWordings } from '#shared/reports/wordings.ts';
import { explain } from '../../../acts/attempt.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { useSchoolAddress } from '../../../api/school.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { pollWhileRunning, toRunProgressProps, useFollowedRun } from '../../../runs/use-run.ts';
import { listWordings } from '../../../tables/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Toolbar } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import { NoteList } from '../../../uploads/file-preview.tsx';
import { CountsByClass } from './counts-by-class.tsx';
import { EndLinksDialog } from './end-links-dialog.tsx';
import styles from './families.module.css';
import { FamiliesOfClassDialog } from './families-of-class-dialog.tsx';
import type { PostedTermChoice } from './letters.ts';
import { LinksOfClassDialog } from './links-of-class-dialog.tsx';
import { type FamilyAccountCounts, SchoolFigures } from './school-figures.tsx';

const accountFigures = [
  ['students', 'Students'],
  ['accounts', 'Accounts'],
  ['signed_in', 'Signed in'],
] as const;

/** Of the reports of a term that was posted. */
const reportFigures = [
  ['opened', 'Opened'],
  ['opened_by_link', reportWordings.openedByLink],
  ['unopened', wordings.notOpened],
  ['links', 'Open links'],
] as const;

const { readFamilyAccounts, startMakingFamilyAccounts } = familiesContract;

/** Families: students' accounts and letters, and who opened the report of a term (rule 56). */
export default function Families() {
  const place = useAddressState();
  const address = useSchoolAddress();
  const client = useQueryClient();
  const term = termInAddress(place.get('year'), place.get('term'));
  const counts = useQuery({
    ...queryOf(readFamilyAccounts, { ...term }),
    ...pollWhileRunning<FamilyAccountCounts>(({ run }) => [run]),
  });
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(readFamilyAccounts) });
  const [problem, setProblem] = useState<string>();
  const making = useFollowedRun(startMakingFamilyAccounts, {
    name: 'family-accounts',
    onEnd: async (end) => {
      if ('error' in end) explain(end.error, setProblem);
      await reload();
    },
  });
  if (!counts.data) return <Loading queries={[counts]} what="the families" />;
  const { classes, posted, counted, run } = counts.data;
  const missing = classes.reduce((sum, { students, accounts }) => sum + students - accounts, 0);
  const asked = place.get('show');
  const shown = asked === 'missing' || asked === 'waiting' || (asked === 'unopened' && counted) ? asked : 'all';
  const opened = place.get('class');
  const linked = place.get('links');
  const running = toRunProgressProps(run) ?? making.going;
  return (
    <>
      <ScreenHead
        title="Families"
        actions={
          missing > 0 &&
          !running && (
            <Button variant="primary" onClick={() => place.change({ make: 'accounts' })}>
              Make Accounts
            </Button>
          )
        }
      />
      <Stack align="start" gap={16} className={styles.screen}>
        <p className={styles.text}>{wordings.about(`${address}/student`)}</p>
        {problem !== undefined && <Alert tone="error">{problem}</Alert>}
        <SchoolFigures classes={classes} counted={counted} />
        {running ? (
          <RunProgress label="Making accounts" {...running} />
        ) : (
          <p>{missing > 0 ? wordings.none(missing) : wordings.everybody}</p>
        )}
        {run && !running && <LeftStudents title={wordings.left(run.left.length)} left={run.left} />}
        <Toolbar across={16} className={styles.filters}>
          <Select
            label="Show"
            options={(['all', 'missing', 'waiting', ...(counted ? (['unopened'] as const) : [])] as const).map(
              (one) => ({
                value: one,
                label: wordings.shown[one],
              }),
            )}
            value={shown}
            onValueChange={(value) => place.change({ show: value === 'all' ? null : value }, { replace: true })}
          />
          {counted && (
            <Select
              label="Reports of"
              options={posted.map(({ year, term, title }) => ({ value: `${year}-${term}`, label: title }))}
              value={`${counted.year}-${counted.term}`}
              onValueChange={(value) => {
                const [year = null, of = null] = value.split('-');
                place.change({ year, term: of }, { replace: true });
              }}
            />
          )}
          {counted && classes.some(({ links }) => links > 0) && (
            <Button onClick={() => place.change({ end: 'links' })}>End All Links</Button>
          )}
        </Toolbar>
        {classes.some(filters[shown]) ? (
          <CountsByClass
            label="Classes"
            figures={counted ? [...accountFigures, ...reportFigures] : accountFigures}
            classes={classes.map((one) => ({ ...one, isShown: filters[shown](one) }))}
            actsOn="Students and letters"
            actsOf={(id) => (
              <>
                <Button aria-label={`Open ${id}`} onClick={() => place.change({ class: id })}>
                  Open
                </Button>
                {counted && (
                  <>
                    {' '}
                    <Button aria-label={`Links of ${id}`} onClick={() => place.change({ links: id })}>
                      Links
                    </Button>
                  </>
                )}
              </>
            )}
          />
        ) : (
          <p>{wordings.noClassShown}</p>
        )}
        <RecentActs list={{ of: 'families' }} calls={familiesContract} onDone={() => void reload()} />
      </Stack>
      {place.get('make') === 'accounts' && (
        <Dialog
          openedBy="act"
          open
          size="small"
          title="Make Accounts"
          onClose={() => place.change({ make: null })}
          footer={
            <>
              <Button onClick={() => place.change({ make: null })}>Cancel</Button>
              <Button
                variant="primary"
                onClick={() => {
                  place.change({ make: null });
                  setProblem(undefined);
                  void making.start({});
                }}
              >
                Make Accounts
              </Button>
            </>
          }
        >
          <p>{wordings.makeQuestion(missing)}</p>
        </Dialog>
      )}
      {counted && linked !== null && (
        <LinksOfClassDialog
          key={linked}
          classId={linked}
          term={counted}
          onChanged={() => void reload()}
          onClose={() => place.change({ links: null })}
        />
      )}
      {counted && place.get('end') === 'links' && (
        <EndLinksDialog
          what="the school"
          links={{ year: counted.year, term: counted.term }}
          onEnded={() => void reload()}
          onClose={() => place.change({ end: null })}
        />
      )}
      {opened !== null && (
        <FamiliesOfClassDialog
          key={opened}
          classId={opened}
          term={counted}
          onPrinted={() => void reload()}
          onClose={() => place.change({ class: null })}
        />
      )}
    </>
  );
}

/** Which classes are shown; those without students never are. */
const filters: Record<keyof typeof wordings.shown, (one: FamilyAccountCounts['classes'][number]) => boolean> = {
  all: ({ students }) => students > 0,
  missing: ({ students, accounts }) => students > accounts,
  waiting: ({ accounts, signed_in }) => accounts > signed_in,
  unopened: ({ unopened }) => unopened > 0,
};

const termInAddress = (year: string | null, term: string | null): PostedTermChoice =>
  year === null || (term !== '1' && term !== '2' && term !== '3') ? {} : { year, term };

type LeftList = NonNullable<FamilyAccountCounts['run']>['left'];

function LeftStudents({ title, left }: { title: string; left: LeftList }) {
  return (
    <NoteList
      tone="warning"
      title={title}
      label={listWordings.leftAsTheyAre}
      notes={left.map(({ reason, ...student }) => ({
        key: student.student_id,
        text: (
          <>
            <strong>{nameWithId(student)}</strong>: {reason}
          </>
        ),
      }))}
    />
  );
}
