import { Bold, Star } from "lucide-react";
import { useState } from "react";
import { FolderField } from "../../kernel/folders/folder-field.tsx";
import { PersonField } from "../../kernel/people/person-field.tsx";
import { Button, buttonClass, IconButton } from "../../ui/button.tsx";
import { Calendar } from "../../ui/dates/calendar.tsx";
import { DateField } from "../../ui/dates/date-field.tsx";
import { Field, FormError } from "../../ui/field.tsx";
import { FilterFold } from "../../ui/filter-fold.tsx";
import { RadioRow } from "../../ui/radio-row.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { Splitter } from "../../ui/splitter.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Time } from "../../ui/dates/time.tsx";
import { State, States, type Specimen } from "./specimen.tsx";

const LOOKS = ["primary", "plain", "quiet", "danger"] as const;
const HOVERED = {
  primary: "bg-accent-fill-hover!",
  plain: "bg-pressed!",
  quiet: "bg-hover! text-ink!",
  danger: "opacity-90",
};

function Buttons() {
  return (
    <div className="flex flex-col gap-5">
      {LOOKS.map((look) => (
        <States key={look}>
          <State name={look}>
            <Button look={look}>Save note</Button>
          </State>
          <State name="under the pointer">
            <Button look={look} className={HOVERED[look]}>
              Save note
            </Button>
          </State>
          <State name="focused by keyboard">
            <Button look={look} className="outline-2 outline-offset-2 outline-accent">
              Save note
            </Button>
          </State>
          <State name="with an icon">
            <Button look={look}>
              <Star size={15} /> Favorite
            </Button>
          </State>
          <State name="busy">
            <Button look={look} isBusy>
              Saving
            </Button>
          </State>
          <State name="disabled">
            <Button look={look} disabled>
              Save note
            </Button>
          </State>
          <State name="a link">
            <a href="#buttons" className={buttonClass(look)}>
              Open
            </a>
          </State>
        </States>
      ))}
    </div>
  );
}

function IconButtons() {
  const [isOn, setIsOn] = useState(true);
  return (
    <States>
      <State name="plain">
        <IconButton label="Add to favorites">
          <Star size={16} />
        </IconButton>
      </State>
      <State name="under the pointer">
        <IconButton label="Add to favorites, hovered" className="bg-hover text-ink">
          <Star size={16} />
        </IconButton>
      </State>
      <State name="a switch">
        <IconButton label="Bold" isOn={isOn} onClick={() => setIsOn(!isOn)}>
          <Bold size={16} />
        </IconButton>
      </State>
      <State name="disabled">
        <IconButton label="Bold, disabled" disabled>
          <Bold size={16} />
        </IconButton>
      </State>
    </States>
  );
}

function Fields() {
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <State name="empty" isWide>
        <Field label="Name" placeholder="As others see it" />
      </State>
      <State name="filled, with help" isWide>
        <Field label="E-mail" type="email" defaultValue="ann@example.org" hint="Only you see it." />
      </State>
      <State name="with an error" isWide>
        <Field label="Folder" defaultValue="///" error="A name needs at least one letter." />
      </State>
      <State name="password, with a link beside" isWide>
        <Field
          label="Password"
          type="password"
          defaultValue="correct horse"
          autoComplete="off"
          aside={
            <a href="#fields" className="text-accent hover:underline">
              Forgot password?
            </a>
          }
        />
      </State>
      <State name="error of a whole form" isWide>
        <FormError words="Wrong email or password." />
      </State>
      <State name="disabled" isWide>
        <Field label="User id" defaultValue="01980a3e" disabled />
      </State>
    </div>
  );
}

function Selects() {
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <State name="plain" isWide>
        <Select label="Week starts on" defaultValue="monday">
          <option value="monday">Monday</option>
          <option value="sunday">Sunday</option>
        </Select>
      </State>
      <State name="disabled" isWide>
        <Select label="Language" disabled>
          <option>English</option>
        </Select>
      </State>
    </div>
  );
}

function Filters() {
  const [group, setGroup] = useState("Notes");
  return (
    <State name="below 640 px the filters are behind its button" isWide>
      <FilterFold search={<Field label="Search the log" type="search" />} inUse={group === "All" ? 0 : 1}>
        {["All", "Notes", "Folders"].map((name) => (
          <Button key={name} look="quiet" aria-pressed={name === group} onClick={() => setGroup(name)}>
            {name}
          </Button>
        ))}
      </FilterFold>
    </State>
  );
}

function Radios() {
  const [week, setWeek] = useState("monday");
  const options = [
    { value: "monday", words: "Monday" },
    { value: "sunday", words: "Sunday" },
  ];
  return (
    <State name="one is chosen" isWide>
      <RadioRow label="Week starts on" options={options} value={week} onChoose={setWeek} />
    </State>
  );
}

function Dates() {
  const [day, setDay] = useState("2026-11-23");
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <State name="in a form" isWide>
        <DateField label="Ends after" defaultValue="2026-12-31" hint="Empty: it stays." />
      </State>
      <State name="with an error" isWide>
        <DateField label="Ends after" defaultValue="2020-01-01" error="This day is over." />
      </State>
      <State name="in a row of filters" isWide>
        <DateField label="From" isInline value={day} onChange={(event) => setDay(event.target.value)} />
      </State>
      <State name="its calendar" isWide>
        <Calendar value={day} onChoose={setDay} />
      </State>
      <State name="a time, in full when one points at it" isWide>
        <Time at="2026-11-23T15:44:00Z" className="text-sm text-muted" />
      </State>
    </div>
  );
}

function Folders() {
  const [folderId, setFolderId] = useState<string | null>(null);
  return (
    <div className="max-w-sm">
      <State name="press it to choose" isWide>
        <FolderField label="Import into" folderId={folderId} topWords="No folder" onChange={setFolderId} />
      </State>
    </div>
  );
}

function People() {
  return (
    <div className="max-w-sm">
      <State name="offers those one shares with" isWide>
        <PersonField label="Email address" />
      </State>
    </div>
  );
}

function Switches() {
  const [isOn, setIsOn] = useState(true);
  return (
    <States>
      <State name="on or off">
        <Switch label="Dynamic accent" isOn={isOn} onChange={setIsOn} />
      </State>
      <State name="off">
        <Switch label="Title bar" isOn={false} onChange={() => undefined} />
      </State>
      <State name="disabled, off">
        <Switch label="Referrals" isOn={false} isDisabled onChange={() => undefined} />
      </State>
      <State name="disabled, on">
        <Switch label="Backups" isOn isDisabled onChange={() => undefined} />
      </State>
    </States>
  );
}

function Splitters() {
  const [across, setAcross] = useState(30);
  const [down, setDown] = useState(50);
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <State name="between left and right" isWide>
        <div className="flex h-32 overflow-hidden rounded-md border border-line">
          <div className="bg-panel" style={{ width: `${across}%` }} />
          <Splitter
            label="Width of the left part"
            direction="horizontal"
            value={across}
            min={15}
            max={70}
            initial={30}
            onMove={setAcross}
            onDone={setAcross}
          />
          <div className="flex-1 bg-bg" />
        </div>
      </State>
      <State name="between above and below" isWide>
        <div className="flex h-32 flex-col overflow-hidden rounded-md border border-line">
          <div className="bg-panel" style={{ height: `${down}%` }} />
          <Splitter
            label="Height of the upper part"
            direction="vertical"
            value={down}
            min={20}
            max={80}
            initial={50}
            onMove={setDown}
            onDone={setDown}
          />
          <div className="flex-1 bg-bg" />
        </div>
      </State>
    </div>
  );
}

export const controlSpecimens: Specimen[] = [
  {
    id: "buttons",
    title: "Button",
    about: "One primary button a place; the others step back.",
    keywords: "action submit link busy danger",
    Show: Buttons,
  },
  {
    id: "icon-buttons",
    title: "Icon button",
    about: "An icon that says it all, named for those who do not see it.",
    keywords: "toggle pressed toolbar",
    Show: IconButtons,
  },
  {
    id: "fields",
    title: "Field",
    about: "A label, an input, and one line of help or error that is read with it.",
    keywords: "input text password error hint form",
    Show: Fields,
  },
  {
    id: "selects",
    title: "Select",
    about: "The platform’s own list, which is the best one on every device.",
    keywords: "dropdown option choose",
    Show: Selects,
  },
  {
    id: "filter-folds",
    title: "Filters",
    about: "A search with its filters, behind one button where there is little room.",
    keywords: "filter search fold narrow",
    Show: Filters,
  },
  {
    id: "radio-rows",
    title: "Radio row",
    about: "One of a few, all in sight.",
    keywords: "choose option radio",
    Show: Radios,
  },
  {
    id: "date-fields",
    title: "Date field",
    about: "A day, typed or chosen in a calendar whose weeks begin as the account has it.",
    keywords: "day calendar picker when week month time",
    Show: Dates,
  },
  {
    id: "folder-fields",
    title: "Folder picker",
    about: "Every folder under one field, with paths, the last ones first; a new one from the words.",
    keywords: "move into choose tree",
    Show: Folders,
  },
  {
    id: "person-fields",
    title: "Person field",
    about: "A person by email.",
    keywords: "share invite guest",
    Show: People,
  },
  {
    id: "switches",
    title: "Switch",
    about: "On or off, at once and without a Save.",
    keywords: "toggle checkbox setting",
    Show: Switches,
  },
  {
    id: "splitters",
    title: "Splitter",
    about: "Drag it, or move it by the arrow keys; Enter puts it back.",
    keywords: "resize divider panel separator",
    Show: Splitters,
  },
];
