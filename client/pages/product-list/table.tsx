import { ProductTable } from './product-table.tsx';
import { tableSlot } from './table-slot.ts';

tableSlot.tableOf = ({ items }, table) => <ProductTable items={items} table={table} />;
