import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { levelName } from '#shared/people/form-level.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { layoutScreenWordings as say } from '#shared/term-reports/layouts/screen-wordings.ts';
import { termOfYear } from '#shared/term-reports/layouts/wordings.ts';
import { queryOf } from '../../../api/query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted, Text } from '../../../ui/layout/text.tsx';
import styles from './layouts.module.css';
import type { Draft } from './use-draft.ts';

interface LayoutVersionsProps {
  layoutId: string;
  /** Takes a version as the draft, which is published as any other. */
  onTake: (draft: Draft) => void;
}

/** Every version of a layout that was published. Read when it is opened. */
export function LayoutVersions({ layoutId, onTake }: LayoutVersionsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.part} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say.versions}</summary>
      {isOpen && <Versions layoutId={layoutId} onTake={onTake} />}
    </details>
  );
}

function Versions({ layoutId, onTake }: LayoutVersionsProps) {
  const answer = useQuery({ ...queryOf(termReportsContract.listCardLayouts, { layout_id: layoutId }), staleTime: 0 });
  if (!answer.data) return <Loading queries={[answer]} what="the versions" lines={2} />;
  const { versions } = answer.data;
  if (versions.length === 0) return <Muted>{say.noVersions}</Muted>;
  return (
    <Stack as="ul" gap={8} aria-label={say.versions}>
      {versions.map(({ version, layout, levels, terms, published_at: at, published_by: by }) => (
        <Row as="li" key={version} justify="between" gap={12}>
          <Stack>
            <Text>{`Version ${version}: ${levels.map(levelName).join(', ')}; ${terms.map(termOfYear).join(', ')}`}</Text>
            <Muted size="12.5on18">
              {by}, {momentText(at)}
            </Muted>
          </Stack>
          <Button
            aria-label={`${say.take}: version ${version}`}
            onClick={() => onTake({ layout: JSON.parse(layout) as CardLayout, levels, terms })}
          >
            {say.take}
          </Button>
        </Row>
      ))}
    </Stack>
  );
}
