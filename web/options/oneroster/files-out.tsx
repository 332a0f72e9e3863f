import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, PackageOpen } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { onerosterContract, type RosterFile } from '#shared/options/oneroster/contract.ts';
import { rosterFileWordings as wordings } from '#shared/options/oneroster/wordings.ts';
import { wholeSchoolWordings } from '#shared/school/wordings.ts';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Table } from '../../ui/display/table.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { momentText } from '../../ui/fields/dates/school-clock.ts';
import { Select } from '../../ui/fields/select.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Muted } from '../../ui/layout/text.tsx';
import { WholeDates } from '../../ui/screen/whole-dates.tsx';
import styles from './oneroster.module.css';

const { readRosterFiles, startRosterFile } = onerosterContract;
type Answer = Output<typeof readRosterFiles>;

/** Chosen where no moment is. */
const everything = 'everything';

/** Poll interval of a run, and the time after which links are made again, in milliseconds. */
const pollEvery = 1500;
const linkLives = 4 * 60_000;

/** Makes a file of the school, and has those of the last two weeks. */
export function FilesOut() {
  const client = useQueryClient();
  const answer = useQuery({
    ...queryOf(readRosterFiles, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? pollEvery : linkLives),
    refetchIntervalInBackground: true,
  });
  const [chosen, setChosen] = useState(everything);
  const start = useMutation({
    mutationFn: (since: string) => call(startRosterFile, since === everything ? {} : { since }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyOf(readRosterFiles) }),
  });
  if (!answer.data) return <Loading queries={[answer]} what="the files" />;
  const { run, files, is_nightly: isNightly, has_demographics: hasDemographics } = answer.data;
  const isMaking = start.isPending || run?.state === 'running';
  const choices = choicesOf(files);
  const since = choices.some(({ value }) => value === chosen) ? chosen : everything;
  // Nightly files of two weeks are more than a list shows at once.
  const Choice = choices.length > 12 ? Combobox : Select;
  return (
    <Stack gap={16}>
      <p className={styles.about}>
        {wordings.whatIsInIt(hasDemographics)} {isNightly ? wordings.nightly : wordings.notNightly}
      </p>
      <Row gap={12} align="end" wrap>
        {choices.length > 1 && run?.state !== 'failed' && (
          <Choice
            label={wordings.what}
            options={choices}
            value={since}
            onValueChange={(value: string | null) => setChosen(value ?? everything)}
            disabled={isMaking}
          />
        )}
        <Button variant="primary" icon={Archive} busy={isMaking} onClick={() => start.mutate(since)}>
          {startLabel(run)}
        </Button>
      </Row>
      {start.isError && !isMaking && (
        <Alert tone="error">
          {wordings.notStarted} {messageOf(start.error)}
        </Alert>
      )}
      {run?.state === 'running' && <p role="status">{wordings.making(run.started_by)}</p>}
      {run?.state === 'failed' && <Alert tone="error">{wordings.stopped}</Alert>}
      {files[0]?.lacks_terms && <Alert tone="warning">{wordings.lacksTerms}</Alert>}
      {files.length === 0 && !isMaking ? (
        <EmptyState icon={PackageOpen} title={wordings.none} text={wordings.noneText} />
      ) : (
        <Files files={files} />
      )}
      {files.length > 0 && <Muted>{wordings.care}</Muted>}
    </Stack>
  );
}

/** Everything, or what has changed since one of the kept files. Two of a night are of one moment. */
function choicesOf(files: readonly RosterFile[]): { value: string; label: string }[] {
  const byMoment = new Map(files.map(({ made_at, by }) => [made_at, by]));
  return [
    { value: everything, label: wordings.everything },
    ...[...byMoment].map(([at, by]) => ({
      value: at,
      label: wordings.changesSince(momentText(at), wordings.madeBy(by)),
    })),
  ];
}

const whatItHas = ({ since, is_whole_instead: isInstead }: RosterFile): string =>
  since === null ? (isInstead ? wordings.instead : wordings.whole) : wordings.since(momentText(since));

const startLabel = (run: Answer['run']): string =>
  run?.state === 'finished' ? wordings.again : run?.state === 'failed' ? wordings.goOn : wordings.make;

function Files({ files }: { files: readonly RosterFile[] }) {
  if (files.length === 0) return null;
  return (
    <Table label={wordings.files} folds>
      <thead>
        <tr>
          <th scope="col">{wordings.made}</th>
          <th scope="col">{wordings.by}</th>
          <th scope="col">{wordings.has}</th>
          <th scope="col">{wordings.rows}</th>
          <th scope="col">{wordings.until}</th>
          <th scope="col">{wordings.size}</th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={`${file.made_at} ${file.since}`}>
            <th scope="row">
              <WholeDates>{momentText(file.made_at)}</WholeDates>
            </th>
            <td data-label={wordings.by}>{wordings.madeBy(file.by)}</td>
            <td data-label={wordings.has}>
              <WholeDates>{whatItHas(file)}</WholeDates>
            </td>
            <td data-label={wordings.rows} title={file.rows.map((one) => `${one.file} ${one.rows}`).join(', ')}>
              {wordings.rowsOf(
                file.rows.reduce((sum, { rows }) => sum + rows, 0),
                file.rows.length,
              )}
            </td>
            <td data-label={wordings.until}>
              <WholeDates>{momentText(file.until)}</WholeDates>
            </td>
            <td data-label={wordings.size}>
              <a
                className={styles.link}
                href={file.link}
                aria-label={wordings.download(whatItHas(file), momentText(file.made_at))}
              >
                {wholeSchoolWordings.download(file.bytes)}
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
