"""Starts MiniStack, whose CloudFormation lacks two things that its CloudWatch has or that no test of ours needs.

Composite alarms: they are handed to its PutCompositeAlarm, which refuses a rule about alarms that do not exist, as AWS
does. Alarms over several metrics: they become alarms on the first of these.
"""

from ministack.app import main
from ministack.services import cloudwatch
from ministack.services.cloudformation import provisioners


def put_composite_alarm(logical_id, props, stack_name):
    status, _, body = cloudwatch._put_composite_alarm({}, props, False, is_json=True)
    if status != 200:
        raise ValueError(body)
    name = props["AlarmName"]
    return name, {"Arn": cloudwatch._composite_alarms[name]["AlarmArn"]}


def update_composite_alarm(physical_id, old_props, new_props, stack_name):
    return put_composite_alarm(None, new_props, stack_name)


def delete_composite_alarm(physical_id, props):
    cloudwatch._composite_alarms.pop(physical_id, None)


provisioners._RESOURCE_HANDLERS["AWS::CloudWatch::CompositeAlarm"] = {
    "create": put_composite_alarm,
    "update": update_composite_alarm,
    "delete": delete_composite_alarm,
}

alarm_record = provisioners._cw_metric_alarm_record


def record_of_first_metric(name, props):
    stats = [metric["MetricStat"] for metric in props.get("Metrics") or [] if "MetricStat" in metric]
    if not stats:
        return alarm_record(name, props)
    first = {**stats[0]["Metric"], "Period": stats[0]["Period"], "Statistic": stats[0]["Stat"]}
    return alarm_record(name, {**props, **first, "Metrics": None})


provisioners._cw_metric_alarm_record = record_of_first_metric

if __name__ == "__main__":
    main()
