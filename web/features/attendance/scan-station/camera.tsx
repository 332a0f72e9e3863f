import { Camera, CameraOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import styles from './station.module.css';

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

/** Barcode detection of Chrome and Edge on Android, ChromeOS and macOS; undefined in other browsers. */
const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Milliseconds between two detections. */
const pause = 150;

/** A camera in place of a scanner. */
export function CameraReader({ onCode }: { onCode: (code: string) => void }) {
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<string>();
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    const Reader = detectorClass();
    if (!isOn || !Reader) return;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let last = '';
    const detector = new Reader({ formats: ['code_128', 'qr_code'] });
    const look = async () => {
      const found = video.current ? await detector.detect(video.current).catch(() => []) : [];
      const code = found[0]?.rawValue ?? '';
      // A card held in front of the camera is one scan.
      if (code !== '' && code !== last) onCode(code);
      last = code;
      if (!isOver) timer = setTimeout(() => void look(), pause);
    };
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment' } })
      .then(async (given) => {
        stream = given;
        if (isOver || !video.current) return given.getTracks().forEach((track) => void track.stop());
        video.current.srcObject = given;
        await video.current.play();
        void look();
      })
      .catch(() => {
        setProblem('The camera could not be opened. Allow it for this page in the browser.');
        setOn(false);
      });
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, [isOn, onCode]);

  if (!detectorClass())
    return <p className={styles.hint}>This browser cannot read cards by camera. Use a scanner, or type the id.</p>;
  return (
    <div className={styles.camera}>
      <Button icon={isOn ? CameraOff : Camera} onClick={() => setOn(!isOn)}>
        {isOn ? 'Close the camera' : 'Read by camera'}
      </Button>
      {problem && <p className={styles.hint}>{problem}</p>}
      {isOn && <video ref={video} muted playsInline aria-label="What the camera sees" />}
    </div>
  );
}
