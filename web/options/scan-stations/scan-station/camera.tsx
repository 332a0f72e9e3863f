import { Camera, CameraOff } from 'lucide-react';
import { useState } from 'react';
import { hasCodeDetector, useCameraCodes } from '../../../ui/camera/use-camera-codes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import styles from './station.module.css';

/** A camera in place of a scanner. */
export function CardCameraReader({ onCode }: { onCode: (code: string) => void }) {
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<string>();
  const video = useCameraCodes({
    isOn,
    onCode,
    formats: ['code_128', 'qr_code'],
    onProblem: () => {
      setProblem('The camera could not be opened. Allow it for this page in the browser.');
      setOn(false);
    },
  });

  if (!hasCodeDetector())
    return <p className={styles.hint}>This browser cannot read cards by camera. Use a scanner, or type the id.</p>;
  return (
    <Stack align="center" gap={12} className={styles.camera}>
      <Button icon={isOn ? CameraOff : Camera} onClick={() => setOn(!isOn)}>
        {isOn ? 'Close the camera' : 'Read by camera'}
      </Button>
      {problem && <p className={styles.hint}>{problem}</p>}
      {isOn && <video ref={video} muted playsInline aria-label="What the camera sees" />}
    </Stack>
  );
}
