import { useText } from '#client/context/use-text.ts';
import { Pagination } from '#client/ui/pagination.tsx';

interface ListPaginationProps {
  page: number;
  pageCount: number;
  hrefOf: (page: number) => string;
  rel?: 'nofollow' | undefined;
}

export function ListPagination({ page, pageCount, hrefOf, rel }: ListPaginationProps) {
  const t = useText();
  const labels = {
    navigation: t('list.pagination'),
    previous: t('list.previous'),
    next: t('list.next'),
    page: (number: number) => t('list.page', { page: number }),
    position: t('list.pageOf', { page, pageCount }),
  };
  return <Pagination page={page} pageCount={pageCount} hrefOf={hrefOf} rel={rel} labels={labels} />;
}
