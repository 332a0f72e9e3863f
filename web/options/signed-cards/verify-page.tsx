import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { verifyPageWordings as texts } from '#shared/options/signed-cards/wordings.ts';
import { fetchSchool } from '../../api/school.ts';
import { hasCodeDetector, useCameraCodes } from '../../ui/camera/use-camera-codes.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { WholeDates } from '../../ui/screen/whole-dates.tsx';
import type { CheckFinding } from './check.ts';
import { FindingPanel } from './finding-panel.tsx';
import styles from './verify.module.css';

type Check = (checks: typeof import('./check.ts')) => Promise<CheckFinding | CheckFinding[]>;

/** The page on which anybody checks a report card: by its QR code, its code or its PDF (rule 57). Needs no account. */
export function VerifyPage() {
  const [school, setSchool] = useState<{ name: string; timeZone: string }>();
  const [isScanning, setScanning] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [findings, setFindings] = useState<readonly CheckFinding[]>([]);
  const [code, setCode] = useState('');
  const result = useRef<HTMLDivElement>(null);
  const latest = useRef(0);

  const check = useCallback(async (by: Check) => {
    latest.current += 1;
    const own = latest.current;
    setChecking(true);
    const found = await import('./check.ts').then(by).catch((): CheckFinding => ({ problem: texts.failed }));
    // Another card was presented meanwhile.
    if (own !== latest.current) return;
    setChecking(false);
    setFindings([found].flat());
  }, []);
  // In a small window what was found is below it.
  useEffect(() => {
    const place = result.current;
    if (findings.length === 0 || !place) return;
    place.focus({ preventScroll: true });
    const { top, bottom } = place.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) place.scrollIntoView({ block: 'start' });
  }, [findings]);

  useEffect(() => {
    fetchSchool().then(setSchool, () => undefined);
    const checkAddress = () => {
      const scanned = window.location.hash.slice(1);
      if (scanned !== '') void check(({ checkScannedText }) => checkScannedText(scanned));
    };
    checkAddress();
    window.addEventListener('hashchange', checkAddress);
    return () => window.removeEventListener('hashchange', checkAddress);
  }, [check]);

  const checkFiles = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) void check(({ checkFile }) => checkFile(file));
  };
  const video = useCameraCodes({
    isOn: isScanning,
    formats: ['qr_code'],
    withoutDetector: ownDetector,
    onCode: (scanned) => {
      setScanning(false);
      void check(({ checkScannedText }) => checkScannedText(scanned));
    },
    onProblem: () => {
      setScanning(false);
      setFindings([{ problem: texts.noCamera }]);
    },
  });
  const checkTyped = (event: FormEvent) => {
    event.preventDefault();
    void check(({ checkPrintedCode }) => checkPrintedCode(code));
  };

  return (
    <main
      className="page"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        checkFiles(event.dataTransfer.files);
      }}
    >
      <Stack as="header" gap={8} className={styles.head}>
        <h1>{texts.title}</h1>
        <p>{texts.subtitle(school?.name ?? 'the school')}</p>
      </Stack>
      <section className={`card ${styles.ways}`}>
        <button type="button" className="primary" onClick={() => setScanning(!isScanning)}>
          {isScanning ? texts.endScan : texts.scan}
        </button>
        {isScanning && <video ref={video} className={styles.video} muted playsInline aria-label={texts.seen} />}
        <Stack as="form" gap={4} onSubmit={checkTyped} className={styles.way}>
          <label htmlFor="code">{texts.code}</label>
          <span className={styles.typed}>
            <input
              id="code"
              name="code"
              value={code}
              maxLength={20}
              aria-describedby="code-hint"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={(event) => setCode(event.target.value)}
            />
            <button type="submit" className="plain" disabled={code.trim() === ''}>
              {texts.check}
            </button>
          </span>
          <small id="code-hint" className="quiet">
            <WholeDates>{texts.codeHint}</WholeDates>
          </small>
        </Stack>
        <Stack gap={4} className={styles.way}>
          <label htmlFor="pdf">{texts.pdf}</label>
          <input
            id="pdf"
            type="file"
            accept="application/pdf,.pdf,image/*"
            aria-describedby="pdf-hint"
            onChange={(event) => {
              checkFiles(event.target.files);
              // The same file can be chosen once more.
              event.target.value = '';
            }}
          />
          <small id="pdf-hint" className="quiet">
            {texts.pdfHint}
          </small>
        </Stack>
      </section>
      <Stack gap={16} ref={result} tabIndex={-1} role="status">
        {isChecking ? (
          <p>{texts.checking}</p>
        ) : (
          findings.map((finding, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: findings are shown together and replaced together.
            <FindingPanel key={at} finding={finding} timeZone={school?.timeZone} />
          ))
        )}
      </Stack>
    </main>
  );
}

/**
 * Longest side of the picture that is searched, in pixels: enough for a QR code of 65 modules, and fast on a telephone.
 */
const largestPicture = 1000;

/** A detector of our own, in a browser that has none. */
const ownDetector = hasCodeDetector()
  ? undefined
  : async () => {
      const { decodeQrCode } = await import('./decode-qr-code.ts');
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d', { willReadFrequently: true });
      return {
        detect: async (video: HTMLVideoElement) => {
          const scale = Math.min(1, largestPicture / Math.max(video.videoWidth, video.videoHeight, 1));
          canvas.width = Math.round(video.videoWidth * scale);
          canvas.height = Math.round(video.videoHeight * scale);
          if (!context || canvas.width === 0) return [];
          context.drawImage(video, 0, 0, canvas.width, canvas.height);
          const rawValue = decodeQrCode(context.getImageData(0, 0, canvas.width, canvas.height));
          return rawValue === null ? [] : [{ rawValue }];
        },
      };
    };
