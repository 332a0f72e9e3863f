import { useQuery } from '@tanstack/react-query';
import { CalendarOff, FileDown } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { districtContract } from '#shared/options/district/contract.ts';
import { type FiguresContent, type FiguresFile, figuresFileName } from '#shared/options/district/figures-file.ts';
import { districtTitle } from '#shared/options/district/menu-wordings.ts';
import { districtWordings as wordings } from '#shared/options/district/wordings.ts';
import { noticeFailureOf } from '../../acts/notice-failure.ts';
import { useAct } from '../../acts/use-act.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { call } from '../../api/call.ts';
import { downloadBlob } from '../../api/download-blob.ts';
import { queryOf } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { momentText } from '../../ui/fields/dates/school-clock.ts';
import { Select } from '../../ui/fields/select.tsx';
import { Toolbar } from '../../ui/layout/row.tsx';
import { Panel, Stack } from '../../ui/layout/stack.tsx';
import { Muted, Text } from '../../ui/layout/text.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import styles from './district-figures.module.css';
import { FiguresOfFile } from './figures-of-file.tsx';

const { listFigureTerms, makeFigures } = districtContract;
type Term = Output<typeof listFigureTerms>['terms'][number];

/** Makes the file of a term for the district, and shows what is in it. */
export default function DistrictFigures() {
  const answer = useQuery({ ...queryOf(listFigureTerms, {}), staleTime: 0 });
  const place = useAddressState();
  if (!answer.data) {
    return (
      <>
        <ScreenHead title={districtTitle} />
        <Loading queries={[answer]} what="the terms" />
      </>
    );
  }
  const { terms, fingerprint } = answer.data;
  const [latest] = terms;
  const term = terms.find((one) => keyOfTerm(one) === place.get('of')) ?? latest;
  return (
    <>
      <ScreenHead title={districtTitle} />
      {term ? (
        <Stack gap={16} narrow>
          <p className={styles.text}>{wordings.about}</p>
          <MakeFile key={keyOfTerm(term)} term={term} terms={terms} onMade={() => answer.refetch()} />
          <Panel gap={6} as="section" aria-label={wordings.fingerprint}>
            <Text as="h2" size="16on22">
              {wordings.fingerprint}
            </Text>
            <p className={styles.key}>{fingerprint}</p>
            <Muted className={styles.text}>{wordings.aboutFingerprint}</Muted>
          </Panel>
        </Stack>
      ) : (
        <EmptyState icon={CalendarOff} title={wordings.noTerms} />
      )}
    </>
  );
}

const keyOfTerm = ({ year, term }: { year: number; term: number }): string => `${year}-${term}`;

interface MakeFileProps {
  term: Term;
  terms: readonly Term[];
  onMade: () => unknown;
}

function MakeFile({ term, terms, onMade }: MakeFileProps) {
  const place = useAddressState();
  const [content, setContent] = useState<FiguresContent>();
  const { act, isBusy } = useAct({ onFailed: noticeFailureOf(wordings.failed), onEnd: onMade });
  const make = () =>
    act(async () => {
      const file = await call(makeFigures, { year: term.year, term: term.term });
      const name = figuresFileName(file.content);
      downloadBlob(toBlob(file), name);
      setContent(file.content);
      snackbar(wordings.madeNow(name));
    });
  return (
    <>
      <Panel gap={12}>
        <Toolbar across={16}>
          <Select
            label={wordings.term}
            options={terms.map((one) => ({ value: keyOfTerm(one), label: one.title }))}
            value={keyOfTerm(term)}
            onValueChange={(of) => place.change({ of }, { replace: true })}
          />
          <Button variant="primary" icon={FileDown} busy={isBusy} onClick={() => void make()}>
            {wordings.make}
          </Button>
        </Toolbar>
        <p>{wordings[term.state]}</p>
        <Muted>
          {term.made ? wordings.lastMade(term.made.number, term.made.by, momentText(term.made.at)) : wordings.neverMade}
        </Muted>
      </Panel>
      {content && <FiguresOfFile content={content} />}
    </>
  );
}

/** As it was answered: a signature is over the content, and not over spaces. */
const toBlob = (file: FiguresFile): Blob =>
  new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' });
