import { type RefObject, useEffect, useRef } from 'react';

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

/** Barcode detection of Chrome and Edge on Android, ChromeOS and macOS; undefined in other browsers. */
const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether the browser reads codes by itself. */
export const hasCodeDetector = (): boolean => detectorClass() !== undefined;

/** Milliseconds between two detections. */
const pause = 150;

export interface CameraCodeOptions {
  isOn: boolean;
  formats: readonly ('code_128' | 'qr_code')[];
  /** Called once for a code that is held in front of the camera. */
  onCode: (code: string) => void;
  /** The camera is not there, or not allowed. */
  onProblem: () => void;
  /** Reads the codes of a video in a browser without a detector. */
  withoutDetector?: (() => Promise<Detector>) | undefined;
}

/** Reads codes by camera while it is on. Returns the ref of the `<video>` that shows what the camera sees. */
export function useCameraCodes({
  isOn,
  formats,
  onCode,
  onProblem,
  withoutDetector,
}: CameraCodeOptions): RefObject<HTMLVideoElement | null> {
  const video = useRef<HTMLVideoElement>(null);
  const called = useRef({ formats, onCode, onProblem, withoutDetector });
  called.current = { formats, onCode, onProblem, withoutDetector };

  useEffect(() => {
    if (!isOn) return;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let last = '';
    const look = async (detector: Detector) => {
      const found = video.current ? await detector.detect(video.current).catch(() => []) : [];
      const code = found[0]?.rawValue ?? '';
      // A card held in front of the camera is one scan.
      if (code !== '' && code !== last && !isOver) called.current.onCode(code);
      last = code;
      if (!isOver) timer = setTimeout(() => void look(detector), pause);
    };
    const open = async () => {
      const Reader = detectorClass();
      const detector = Reader
        ? new Reader({ formats: [...called.current.formats] })
        : await called.current.withoutDetector?.();
      const given = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      stream = given;
      if (isOver || !video.current || !detector) return given.getTracks().forEach((track) => void track.stop());
      video.current.srcObject = given;
      await video.current.play();
      void look(detector);
    };
    open().catch(() => {
      if (!isOver) called.current.onProblem();
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, [isOn]);

  return video;
}
