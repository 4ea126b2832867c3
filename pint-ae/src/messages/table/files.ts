import type { MessageRow } from '../texts.ts'

/** Messages about files of documents: what is wrong, and where. */
export const fileMessages = {
  file_row: { en: 'Row {row}: {reason}', ar: 'الصف {row}: {reason}' },
  file_row_on_line: { en: 'Row {row} (line {line}): {reason}', ar: 'الصف {row} (السطر {line}): {reason}' },
  file_line: { en: 'Line {line}: {reason}', ar: 'السطر {line}: {reason}' },
  file_more_problems: { en: '{count} more problems are not listed', ar: 'عدد المشكلات الأخرى غير المذكورة: {count}' },
  file_is_spreadsheet: {
    en: 'A spreadsheet ({ending}) cannot be read. Save it as .xlsx or "CSV UTF-8" first',
    ar: 'لا يمكن قراءة جدول بيانات ({ending}). احفظه أولًا بصيغة `.xlsx` أو `CSV UTF-8`',
  },
  file_kind_unknown: {
    en: 'Files with the ending {ending} are not accepted; use one of {kinds}',
    ar: 'الملفات المنتهية بـ {ending} غير مقبولة؛ استخدم أحد الأنواع {kinds}',
  },
  file_empty: { en: 'There is no document in the file', ar: 'لا يوجد مستند في الملف' },
  file_too_long: {
    en: 'The file has more than {max} characters. Split it',
    ar: 'عدد محارف الملف أكبر من {max}. قسّمه',
  },
  file_too_many_rows: { en: 'The file has more than {max} rows. Split it', ar: 'عدد صفوف الملف أكبر من {max}. قسّمه' },
  file_not_ndjson: {
    en: 'No line is a JSON object. Use one document a line (NDJSON), or CSV in a file named .csv or .tsv',
    ar: 'لا يوجد سطر هو كائن `JSON`. اكتب مستندًا في كل سطر (`NDJSON`)، أو استخدم ملف `CSV` امتداده `.csv` أو `.tsv`',
  },
  file_number_repeated: {
    en: 'document_number {number} is also that of another document, in {place}',
    ar: 'الرقم {number} في `document_number` هو أيضًا رقم مستند آخر، في {place}',
  },
  file_place_row: { en: 'row {row}', ar: 'الصف {row}' },
  file_place_line: { en: 'line {line}', ar: 'السطر {line}' },
  file_others_unplaced: {
    en: 'Nothing of the file is issued while rows belong to no document',
    ar: 'لا يصدر شيء من الملف ما دامت فيه صفوف لا تخص أي مستند',
  },
  upload_too_large: {
    en: 'The file is larger than {max} bytes. Split it',
    ar: 'حجم الملف أكبر من {max} بايت. قسّمه',
  },
  upload_too_many_documents: {
    en: 'The file has more than {max} documents. Split it',
    ar: 'عدد مستندات الملف أكبر من {max}. قسّمه',
  },
  upload_too_many_cells: {
    en: 'The file has more than 2,000,000 cells, or a row with more than 10,000. Delete empty columns, or split it',
    ar: 'في الملف أكثر من 2,000,000 خلية، أو صف فيه أكثر من 10,000 خلية. احذف الأعمدة الفارغة أو قسّمه',
  },
  upload_encoding_unclear: {
    en: 'The file is not UTF-8. Choose the encoding that reads its text right: {encodings}',
    ar: 'ترميز الملف ليس `UTF-8`. اختر الترميز الذي يقرأ نصه قراءة صحيحة: {encodings}',
  },
  upload_reading: { en: 'Read as {encoding}: {sample}', ar: 'القراءة بالترميز {encoding}: {sample}' },
  upload_not_text: {
    en: 'The file is not text in this encoding: byte {byte} cannot be read',
    ar: 'الملف ليس نصًا بهذا الترميز: تعذّرت قراءة البايت {byte}',
  },
  sheet_broken: {
    en: 'The file is damaged, or is not an .xlsx file. Open it in a spreadsheet program and save it again',
    ar: 'الملف تالف أو ليس ملف `.xlsx`. افتحه في برنامج جداول بيانات واحفظه مرة أخرى',
  },
  sheet_encrypted: {
    en: 'The file has a password, or is an old .xls file. Save it as .xlsx without a password',
    ar: 'الملف محمي بكلمة مرور أو بصيغة `.xls` القديمة. احفظه بصيغة `.xlsx` دون كلمة مرور',
  },
  sheet_macros: {
    en: 'The file holds macros. Save it as .xlsx without them',
    ar: 'في الملف وحدات ماكرو. احفظه بصيغة `.xlsx` دونها',
  },
  sheet_none: { en: 'The file has no visible sheet', ar: 'لا توجد ورقة ظاهرة في الملف' },
  sheet_several: {
    en: 'The file has several visible sheets: {sheets}. Hide or delete all but the one with the documents',
    ar: 'في الملف عدة أوراق ظاهرة: {sheets}. أبقِ الورقة التي فيها المستندات وأخفِ الأخرى أو احذفها',
  },
  sheet_too_large: {
    en: 'Unpacked, the file is larger than {max} bytes. Delete pictures and unused sheets, or split it',
    ar: 'حجم الملف بعد فك ضغطه أكبر من {max} بايت. احذف الصور والأوراق غير المستخدمة أو قسّمه',
  },
  sheet_too_costly: {
    en: 'The file takes too long to read. Delete unused columns and rows, or split it',
    ar: 'تستغرق قراءة الملف وقتًا طويلًا. احذف الأعمدة والصفوف غير المستخدمة أو قسّمه',
  },
  sheet_too_many_parts: {
    en: 'The file has more than {max} parts. Delete pictures, charts and unused sheets',
    ar: 'عدد أجزاء الملف أكبر من {max}. احذف الصور والرسوم والأوراق غير المستخدمة',
  },
  text_damaged: {
    en:
      'holds the replacement character U+FFFD: another program could not read a character there. ' +
      'Export the file again',
    ar: 'فيه محرف الاستبدال `U+FFFD`: لم يستطع برنامج آخر قراءة محرف هناك. صدّر الملف مرة أخرى',
  },
  csv_separator_unknown: {
    en: 'sep= in its first line must name a comma, semicolon, tab or vertical bar',
    ar: 'يجب أن تحدد العبارة `sep=` في السطر الأول فاصلة أو فاصلة منقوطة أو علامة جدولة أو خطًا رأسيًا',
  },
  csv_invalid: {
    en: 'It is not valid CSV with {separator} between columns: {problem}',
    ar: 'ليس `CSV` صحيحًا بالفاصل {separator} بين الأعمدة: {problem}',
    quoted: ['problem'],
  },
  csv_quote_not_closed: {
    en: 'a quotation mark in column {column} is not closed',
    ar: 'علامة اقتباس في العمود {column} ليس لها علامة ختامية',
  },
  csv_quote_not_doubled: {
    en: 'a cell with a quotation mark within, in column {column}, needs quotation marks around it and two within',
    ar: 'خلية في العمود {column} فيها علامة اقتباس تحتاج إلى علامتين حولها وإلى تكرار العلامة داخلها',
  },
  csv_row_too_long: {
    en: 'the row has more than {max} characters: a quotation mark may not be closed',
    ar: 'عدد محارف الصف أكبر من {max}: قد تنقصه علامة اقتباس ختامية',
  },
  csv_document_column_missing: {
    en: 'There is no column "Document" or "Document number" (document, document_number): it says which rows form one document',
    ar: 'لا يوجد عمود «المستند» أو «رقم المستند» (`document` أو `document_number`): وهو يبيّن الصفوف التي تكوّن مستندًا واحدًا',
  },
  csv_title_above: {
    en: 'The headings must be in the first row, but it says: {value}. Delete the rows above the headings',
    ar: 'يجب أن تكون العناوين في الصف الأول، لكن فيه: {value}. احذف الصفوف التي فوق العناوين',
  },
  csv_too_many_columns: { en: 'There are more than {max} columns', ar: 'عدد الأعمدة أكبر من {max}' },
  csv_columns_repeated: { en: 'More than one column is named {columns}', ar: 'هذه الأعمدة مكررة: {columns}' },
  csv_columns_unknown: {
    en: 'These columns name no field: {columns}. Delete each of them, or give it the name of a field',
    ar: 'هذه الأعمدة غير معروفة: {columns}. احذف كلًا منها أو أعطه اسم حقل',
  },
  csv_columns_unknown_near: {
    en: 'These columns name no field: {columns}. Similar names of columns: {near}. Delete each of them, or give it the name of a field',
    ar: 'هذه الأعمدة غير معروفة: {columns}. أسماء أعمدة مشابهة: {near}. احذف كلًا منها أو أعطه اسم حقل',
  },
  finding_with_repair: { en: '{text} Replace {value} with {code}', ar: '{text} استبدل {value} بالقيمة {code}' },
  finding_with_codes: {
    en: '{text} {value} is not in it; common codes: {codes}',
    ar: '{text} {value} ليست فيها؛ ومن الرموز الشائعة: {codes}',
  },
  csv_heading_missing: {
    en: 'column {column} has no heading, but a value: {value}',
    ar: 'العمود {column} دون عنوان وفيه قيمة: {value}',
  },
  csv_cells_missing: {
    en: 'there are {count} cells for {columns} columns: is the row cut off, or are quotes around a line break missing?',
    ar: 'عدد الخلايا {count} وعدد الأعمدة {columns}: هل الصف مقطوع، أو تنقص علامتا اقتباس حول فاصل أسطر؟',
  },
  csv_cells_beyond: {
    en: 'there are {count} cells for {columns} columns: a cell with a separator needs quotes around it',
    ar: 'عدد الخلايا {count} وعدد الأعمدة {columns}: الخلية التي فيها فاصل تحتاج إلى علامتي اقتباس حولها',
  },
  csv_headings_repeated: {
    en: 'the headings are repeated: two files in one may number their documents alike',
    ar: 'تكررت العناوين: قد يتشابه ترقيم المستندات في ملفين جُمعا في ملف واحد',
  },
  csv_document_missing: {
    en: '{column} is empty, so the row belongs to no document',
    ar: 'العمود {column} فارغ، فلا يخص الصف أي مستند',
  },
  csv_document_damaged: {
    en: '{problem}; so the row belongs to no document',
    ar: '{problem}؛ فلا يخص الصف أي مستند',
  },
  csv_documents_confusable: {
    en: '{column} is {value}, and {other_value} in row {row}: write both alike, or make them clearly different',
    ar: 'قيمة {column} هي {value}، وفي الصف {row} هي {other_value}: وحّد كتابتهما أو اجعل الفرق بينهما واضحًا',
  },
  csv_differs: {
    en: '{column} is {value}, but {other_value} in row {row} of the same document',
    ar: 'قيمة {column} هي {value}، لكنها {other_value} في الصف {row} من المستند نفسه',
  },
  csv_earlier_version: {
    en: 'an older version of Selfbill issued row {row} as a document of its own. Credit it, or issue only the others',
    ar: 'أصدر إصدار أقدم من `Selfbill` الصف {row} مستندًا مستقلًا. أصدر إشعارًا دائنًا له، أو أصدر الصفوف الأخرى وحدها',
  },
  cell_not_number: { en: '{column} is not a number: {value}', ar: 'القيمة في {column} ليست رقمًا: {value}' },
  cell_number_readings: {
    en: '{column}: {value} can be {thousands} or {decimals}. Write it in one of these ways',
    ar: '{column}: قد تعني {value} القيمة {thousands} أو {decimals}. اكتبها بإحدى هاتين الصورتين',
  },
  cell_number_proposed: {
    en: '{column} is not a number: {value}. Write {number}',
    ar: 'القيمة في {column} ليست رقمًا: {value}. اكتب {number}',
  },
  cell_rate_as_fraction: {
    en: '{column} is {value}: write {percent} for {percent} %',
    ar: 'القيمة في {column} هي {value}: اكتب {percent} لنسبة {percent}٪',
  },
  cell_ambiguous: {
    en: '{column} may be {value} or {thousands}: write it without a thousands separator and with other decimals',
    ar: 'قد تكون القيمة في {column} هي {value} أو {thousands}: اكتبها دون فاصل آلاف وبعدد آخر من المنازل العشرية',
  },
  cell_not_rounded: {
    en: '{column} was not rounded by the program that wrote it: {value}',
    ar: 'لم يقرّب البرنامج الذي كتب الملف القيمة في {column}: {value}',
  },
  cell_shortened: {
    en: '{column} was shortened by a spreadsheet, and digits may be lost: {value}. Format the column as text, then type the value again',
    ar: 'اختصر جدول البيانات القيمة في {column} وربما ضاعت أرقام: {value}. اجعل تنسيق العمود نصًا ثم اكتب القيمة من جديد',
  },
  cell_written_as_number: {
    en: '{column} was written as a number: {value}. Format the column as text, then type the value again',
    ar: 'كُتبت القيمة في {column} رقمًا: {value}. اجعل تنسيق العمود نصًا ثم اكتب القيمة من جديد',
  },
  cell_date_unclear: {
    en: '{column} is not written year first: {value}. Choose day first (dd/mm/yyyy) or month first (mm/dd/yyyy) for the file',
    ar: 'التاريخ في {column} لا يبدأ بالسنة: {value}. اختر للملف اليوم أولًا (`dd/mm/yyyy`) أو الشهر أولًا (`mm/dd/yyyy`)',
  },
  upload_dates_unclear: {
    en: '{count} dates are not written year first. Choose day first (dd/mm/yyyy) or month first (mm/dd/yyyy) for the file',
    ar: 'التواريخ التي لا تبدأ بالسنة: {count}. اختر للملف اليوم أولًا (`dd/mm/yyyy`) أو الشهر أولًا (`mm/dd/yyyy`)',
  },
  upload_date: { en: '{column}: {value}', ar: '{column}: {value}' },
  cell_date_impossible: {
    en: '{column} is not a day in the order {order}: {value}',
    ar: 'القيمة في {column} ليست يومًا بالترتيب {order}: {value}',
  },
  cell_turned_into_date: {
    en: '{column} was changed into a date by a spreadsheet: {value}. Format the column as text, then type the value again',
    ar: 'حوّل جدول البيانات القيمة في {column} إلى تاريخ: {value}. اجعل تنسيق العمود نصًا ثم اكتب القيمة من جديد',
  },
  cell_error: {
    en: '{column} holds an error of a spreadsheet: {value}',
    ar: 'في {column} خطأ من جدول البيانات: {value}',
  },
  cell_formula: {
    en: '{column} holds a formula instead of its value: {value}',
    ar: 'في {column} صيغة بدلًا من قيمتها: {value}',
  },
  cell_formula_unsaved: {
    en: '{column} holds a formula whose result is not in the file. Open the file in a spreadsheet program and save it',
    ar: 'في {column} صيغة لم تُحفظ نتيجتها في الملف. افتح الملف في برنامج جداول بيانات واحفظه',
  },
  cells_computed: {
    en: 'Formulas in {column}: {count}. Their results were read as the file has them; check that they are up to date',
    ar: 'عدد الصيغ في {column}: {count}. قُرئت نتائجها كما هي في الملف، فتأكد من أنها محدّثة',
  },
  cell_programming_word: {
    en: '{column} holds {value}, a word of programs. Write what is meant, or leave the cell empty',
    ar: 'في {column} الكلمة البرمجية {value}. اكتب المقصود أو اترك الخلية فارغة',
  },
  cell_misread: {
    en: '{column} was read in a wrong encoding: {value} may be {text}. Save the file as "CSV UTF-8"',
    ar: 'قُرئت القيمة في {column} بترميز خاطئ: {value} قد تكون {text}. احفظ الملف بصيغة `CSV UTF-8`',
  },
  cell_question_marks: {
    en: '{column} has question marks for letters that an encoding lacks: {value}. Save the file as "CSV UTF-8"',
    ar: 'في {column} علامات استفهام بدل حروف لا يعرفها الترميز: {value}. احفظ الملف بصيغة `CSV UTF-8`',
  },
  cell_invisible: { en: '{column} holds an invisible character: {value}', ar: 'في {column} محرف غير مرئي: {value}' },
  cell_replacement: { en: '{column} {problem}', ar: '{column}: {problem}' },
} as const satisfies Readonly<Record<string, MessageRow>>
