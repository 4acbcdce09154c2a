"""Starts MiniStack, whose CloudFormation lacks some things that its services have or that no test of ours needs.

Composite alarms: they are handed to its PutCompositeAlarm, which refuses a rule about alarms that do not exist, as AWS
does. Alarms over several metrics: they become alarms on the first of these.
Filters of event sources: a value below a part that an event lacks does not exist either, as in AWS.
Cookies: the event of an HTTP API has them as a list, as in AWS.
Calls by TLS to other servers of this machine: MiniStack takes every call to a loopback address for one to itself, and sends it
as plain HTTP.
Saved queries of logs: they are accepted, because nothing asks them here.
Deliveries of logs and the association of a firewall: they are handed to its CloudWatch Logs and its WAF, which refuse what
names nothing.
"""

import json

from ministack.app import main
from ministack.core import lambda_runtime
from ministack.services import cloudwatch, cloudwatch_logs, lambda_svc, waf
from ministack.services.cloudformation import provisioners


def answer_of(response):
    status, _, body = response
    if status != 200:
        raise ValueError(body)
    return json.loads(body or "{}")


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


def put_delivery_source(logical_id, props, stack_name):
    source = {"name": props["Name"], "resourceArn": props["ResourceArn"], "logType": props["LogType"]}
    answer_of(cloudwatch_logs._put_delivery_source(source))
    return props["Name"], {}


def put_delivery_destination(logical_id, props, stack_name):
    target = {"destinationResourceArn": props["DestinationResourceArn"]}
    destination = {
        "name": props["Name"],
        "deliveryDestinationConfiguration": target,
        "outputFormat": props["OutputFormat"],
    }
    made = answer_of(cloudwatch_logs._put_delivery_destination(destination))
    return props["Name"], {"Arn": made["deliveryDestination"]["arn"]}


def create_delivery(logical_id, props, stack_name):
    delivery = {
        "deliverySourceName": props["DeliverySourceName"],
        "deliveryDestinationArn": props["DeliveryDestinationArn"],
        "recordFields": props["RecordFields"],
    }
    made = answer_of(cloudwatch_logs._create_delivery(delivery))
    return made["delivery"]["id"], {}


def keep(physical_id, old_props, new_props, stack_name):
    return physical_id, {}


def associate_firewall(logical_id, props, stack_name):
    answer_of(waf._associate_web_acl(props))
    return f"{props['WebACLArn']}|{props['ResourceArn']}", {}


def put_again(put):
    return lambda physical_id, old_props, new_props, stack_name: put(None, new_props, stack_name)


provisioners._RESOURCE_HANDLERS["AWS::Logs::DeliverySource"] = {
    "create": put_delivery_source,
    "update": put_again(put_delivery_source),
    "delete": lambda physical_id, props: cloudwatch_logs._delete_delivery_source({"name": physical_id}),
}
provisioners._RESOURCE_HANDLERS["AWS::Logs::DeliveryDestination"] = {
    "create": put_delivery_destination,
    "update": put_again(put_delivery_destination),
    "delete": lambda physical_id, props: cloudwatch_logs._delete_delivery_destination({"name": physical_id}),
}
provisioners._RESOURCE_HANDLERS["AWS::Logs::Delivery"] = {
    "create": create_delivery,
    "update": keep,
    "delete": lambda physical_id, props: cloudwatch_logs._delete_delivery({"id": physical_id}),
}
provisioners._RESOURCE_HANDLERS["AWS::WAFv2::WebACLAssociation"] = {
    "create": associate_firewall,
    "update": put_again(associate_firewall),
    "delete": lambda physical_id, props: waf._disassociate_web_acl(props),
}

provisioners._RESOURCE_HANDLERS["AWS::Logs::QueryDefinition"] = {
    "create": lambda logical_id, props, stack_name: (logical_id, {"QueryDefinitionId": logical_id}),
    "update": keep,
    "delete": lambda physical_id, props: None,
}

alarm_record = provisioners._cw_metric_alarm_record


def record_of_first_metric(name, props):
    stats = [metric["MetricStat"] for metric in props.get("Metrics") or [] if "MetricStat" in metric]
    if not stats:
        return alarm_record(name, props)
    first = {**stats[0]["Metric"], "Period": stats[0]["Period"], "Statistic": stats[0]["Stat"]}
    return alarm_record(name, {**props, **first, "Metrics": None})


provisioners._cw_metric_alarm_record = record_of_first_metric

match_filter = lambda_svc._match_esm_filter


def match_with_missing_parts(record, pattern):
    missing = {name: {} for name, part in pattern.items() if isinstance(part, dict) and name not in record}
    return match_filter({**record, **missing}, pattern)


lambda_svc._match_esm_filter = match_with_missing_parts

execute_function = lambda_svc._execute_function_with_config_scope


def execute_with_cookies(record, event, *rest, **named):
    is_http = isinstance(event, dict) and event.get("version") == "2.0"
    cookie = event["headers"].get("cookie") if is_http else None
    if cookie:
        event = {**event, "cookies": [part.strip() for part in cookie.split(";")]}
    return execute_function(record, event, *rest, **named)


lambda_svc._execute_function_with_config_scope = execute_with_cookies

to_loopback = "    const advertised ="
to_another_server = """    if (![undefined, null, "", "443", String(msPort)].includes(options.port?.toString())) {
      return origHttpsReq.apply(https, original);
    }
"""
if lambda_runtime._NODEJS_WORKER_SCRIPT.count(to_loopback) != 1:
    raise RuntimeError("this release of MiniStack starts functions in another way")
lambda_runtime._NODEJS_WORKER_SCRIPT = lambda_runtime._NODEJS_WORKER_SCRIPT.replace(
    to_loopback, to_another_server + to_loopback
)

if __name__ == "__main__":
    main()
