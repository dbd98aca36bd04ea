import '#shared/locale/visitors/product-texts.ts';
import { use } from 'react';
import { publicBaseOf } from '#shared/app-config.ts';
import { paths, withBase } from '#shared/address/paths.ts';
import { telephoneAddress } from '#shared/locale/telephone.ts';
import type { LayoutPayload } from '#shared/payload/payloads.ts';
import { AppConfigContext } from '#client/context/app-config-context.ts';
import { useOptionalPayload } from '#client/context/use-payload.ts';
import { CopiedText } from '#client/site/sharing/copied-text.tsx';
import { productName } from './product-name.ts';
import type { ProductPartProps } from './product-summary.tsx';

interface AskAboutProductProps extends ProductPartProps {
  /** There is nothing to buy by: the first way stands out. */
  isFirst: boolean;
}

/** Ways to ask about a product, as the settings of the site name them. */
export function AskAboutProduct({ product, t, isFirst }: AskAboutProductProps) {
  const config = use(AppConfigContext);
  const site = useOptionalPayload('layout');
  const { line, phone, email, hours } = contactOf(site, product.price === null);
  const { id, sku, variant } = product;
  const name = productName(t, product);
  if (!line && !phone && !email) return null;

  const subject = sku === null ? t('ask.about', { name }) : t('ask.aboutNumbered', { name, sku });
  const address =
    config.publicUrl && config.publicUrl + withBase(publicBaseOf(config), paths.product(id, variant?.id));
  const buttonOf = (way: 'line' | 'phone' | 'email') => {
    const [first] = [line && 'line', phone && 'phone', email && 'email'].filter(Boolean);
    return `${isFirst && way === first ? 'button-primary' : 'button'} max-sm:w-full`;
  };
  return (
    <section aria-label={t('ask.title')} className="mt-6 print:hidden">
      <div className="flex flex-wrap gap-3">
        {line && (
          <LineLink
            id={line}
            text={[subject, address].filter(Boolean).join('\n')}
            className={buttonOf('line')}
            label={t('ask.line')}
          />
        )}
        {phone && (
          <a href={telephoneAddress(phone)} className={buttonOf('phone')}>
            {t('ask.phone', { phone })}
          </a>
        )}
        {email && (
          <a href={`mailto:${email}?subject=${encodeURIComponent(subject)}`} className={buttonOf('email')}>
            {t('ask.mail')}
          </a>
        )}
      </div>
      {line && (
        <p className="mt-2 text-sm text-soft">
          <span className="me-2">{t('ask.lineId')}</span>
          <CopiedText text={line} label={t('copy.lineId')} />
        </p>
      )}
      {hours && <p className="mt-2 text-sm text-soft">{t('ask.hours', { hours })}</p>}
    </section>
  );
}

/** The address of the footer is for products without a price alone, where the site names no other. */
function contactOf(site: LayoutPayload | undefined, isUnpriced: boolean): LayoutPayload['contact'] {
  // A page that was opened before an update may know of no contact.
  const contact: LayoutPayload['contact'] | undefined = site?.contact;
  const email = contact?.email ?? (isUnpriced ? site?.footer.email : undefined);
  return { ...contact, ...(email && { email }) };
}

interface LineLinkProps {
  id: string;
  /** The message, to be sent by the visitor. */
  text: string;
  className: string;
  label: string;
}

/**
 * Opens the account in LINE. Where a mouse is, there is no such link: LINE then shows a code for the telephone, which
 * takes no text.
 */
function LineLink({ id, text, className, label }: LineLinkProps) {
  const account = encodeURIComponent(id);
  const link = { rel: 'noopener noreferrer', children: label };
  return (
    <>
      <a
        {...link}
        href={`https://line.me/R/oaMessage/${account}/?${encodeURIComponent(text)}`}
        className={`${className} pointer-fine:hidden`}
      />
      <a
        {...link}
        href={`https://line.me/R/ti/p/${account}`}
        className={`${className} hidden pointer-fine:inline-flex`}
      />
    </>
  );
}
