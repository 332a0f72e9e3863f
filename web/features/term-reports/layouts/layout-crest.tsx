import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';

interface LayoutCrestProps {
  layout: CardLayout;
  onChange: (layout: CardLayout) => void;
}

/** The school's crest in the head of the card: chosen, replaced and taken off. */
export function LayoutCrest({ layout, onChange }: LayoutCrestProps) {
  const file = useRef<HTMLInputElement>(null);
  const { act, isBusy, problem } = useAct();
  const { crest, ...others } = layout;
  const send = (chosen: File) =>
    act(async () => {
      const kept = await call(termReportsContract.addCrest, { file: chosen });
      onChange({ ...layout, crest: kept.crest });
    });
  return (
    <Stack gap={8}>
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label="Picture of the crest"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void send(chosen);
          // Lets the user choose the same file again.
          currentTarget.value = '';
        }}
      />
      <Row gap={8} wrap>
        <Button icon={ImagePlus} busy={isBusy} onClick={() => file.current?.click()}>
          {crest ? 'Replace Crest' : 'Add Crest'}
        </Button>
        {crest && (
          <Button variant="quiet" icon={X} onClick={() => onChange(others)}>
            Take Crest Off
          </Button>
        )}
      </Row>
      {problem ? <Alert tone="error">{problem}</Alert> : <Muted>PNG or JPEG, at most 1 MB.</Muted>}
    </Stack>
  );
}
