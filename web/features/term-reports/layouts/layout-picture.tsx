import { ImagePlus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';

interface LayoutPictureProps {
  /** "Crest". */
  name: string;
  /** The hash of the one that the layout has. */
  picture: string | undefined;
  onChange: (picture: string | undefined) => void;
}

/** A picture on the card: chosen, replaced and taken off. */
export function LayoutPicture({ name, picture, onChange }: LayoutPictureProps) {
  const file = useRef<HTMLInputElement>(null);
  const { act, isBusy, problem } = useAct();
  // The layout may be changed during the upload.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const send = (chosen: File) =>
    act(async () => {
      const kept = await call(termReportsContract.addCrest, { file: chosen });
      latest.current(kept.crest);
    });
  return (
    <Stack gap={8}>
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label={`Picture: ${name}`}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void send(chosen);
          // Lets the user choose the same file again.
          currentTarget.value = '';
        }}
      />
      <Row gap={8} wrap>
        <Button icon={ImagePlus} busy={isBusy} onClick={() => file.current?.click()}>
          {picture ? `Replace ${name}` : `Add ${name}`}
        </Button>
        {picture && (
          <Button variant="quiet" icon={X} onClick={() => onChange(undefined)}>
            {`Take ${name} Off`}
          </Button>
        )}
      </Row>
      {problem ? <Alert tone="error">{problem}</Alert> : <Muted>PNG or JPEG, at most 1 MB.</Muted>}
    </Stack>
  );
}
