import { familiesContract } from '#shared/options/families/contract.ts';
import { familyCardWordings } from '#shared/options/signed-cards/wordings.ts';
import { toWebRequest } from '../../../../api/request.ts';
import { readKnownStudentId } from '../family-session.ts';

interface CardLinksProps {
  year: number;
  term: number;
  title: string;
  /** The card's code, where it is signed. */
  code?: string | null;
}

/**
 * The printed card of a report: in a tab of its own, where the browser prints it, or saved. Each is an opening (rule
 * 48).
 */
export function CardLinks({ year, term, title, code = null }: CardLinksProps) {
  const student_id = readKnownStudentId();
  const period = { year: String(year), term: String(term), ...(student_id === null ? {} : { student_id }) };
  const { url } = toWebRequest(familiesContract.printMyReport, period);
  return (
    <p className="beside acts">
      <a className="plain" href={url} target="_blank" rel="noreferrer">
        View and Print<span className="visually-hidden"> the card of {title}</span>
      </a>
      <a className="plain" href={url} download={`Term report ${title}.pdf`}>
        Download<span className="visually-hidden"> the card of {title}</span>
      </a>
      {code !== null && (
        <>
          <a
            className="plain"
            href={toWebRequest(familiesContract.downloadMyCredential, period).url}
            download={`Term report ${title}.json`}
          >
            {familyCardWordings.credential}
            <span className="visually-hidden">{familyCardWordings.ofCard(title)}</span>
          </a>
          <small>{familyCardWordings.check(code)}</small>
        </>
      )}
    </p>
  );
}
